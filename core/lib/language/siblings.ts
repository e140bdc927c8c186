/** A language and its confidence, from 0 to 1. The confidences for a text add up to at most 1. */
export interface Guess {
  code: string;
  confidence: number;
}

/**
 * Words that distinguish languages so similar that n-grams confuse them. `*` stands for any ending, `_` for
 * a space. A list under several codes applies to all of them.
 */
const siblings: readonly Readonly<Record<string, string>>[] = [
  {
    id:
      "agustus apotek bahwa bandara banget bawaan beda berbeda berhasil berkas bisa butuh coba dokter " +
      "desember ditemukan dukungan februari galat gimana dihapus menghapus informasi izin januari " +
      "jaringan jumat kalian kamar kantor kapan karena karyawan kemarin koran kualitas aktivitas " +
      "universitas layar liburan listrik mahasiswa maret menemukan mencoba mendukung menit mobil nggak " +
      "enggak nol obat pemerintah pengaturan perangkat perusahaan pesawat polisi provinsi resmi sandi " +
      "semoga sepeda silahkan silakan situs sore surel tanggal tautan toko uang unduh mengunduh yaitu " +
      "warga maaf rabu maupun kawin perkawinan pengadilan mau rusak nomor kode tipe standar opsi " +
      "daring kewarganegaraan peladen unggah biaya jadwal gratis telepon ponsel musik cowok cewek " +
      "otentikasi apapun bioskop kantong sepak gubernur walikota kabupaten karcis",
    ms:
      "adakah akhbar antarabangsa arahan awak bahawa bagaimanapun basikal benarkan dibenarkan berbeza " +
      "beza berjaya bilik cuba disember doktor elektrik fail farmasi hendaklah hospital ialah iaitu " +
      "jumaat dijumpai kedai kerana kualiti aktiviti universiti lalai laluan mac maklumat manakala " +
      "minit ogos padam pautan pejabat peranti ralat ramai rangkaian rasmi sahaja selepas semasa " +
      "senarai sifar sila skrin sokongan menyokong syarikat tarikh televisyen tetapan tiada ubat wang " +
      "polis dimuat saiz kekunci mahupun kahwin perkahwinan mahkamah mahu rosak nombor kod opsyen " +
      "aksara mesej perkhidmatan sebarang kemas diberi kos jadual percuma telefon muzik perlembagaan " +
      "kerakyatan butang tetikus menegak lumpuhkan capaian mencapai halang lebuhraya pawagam " +
      "warganegara pening",
  },
  {
    sr:
      "gde negde nigde ovde uvek posle pre vreme mesto mestu mesta umesto mera mere meri meru meren* " +
      "uspe* promen* zamen* primer* dve deo delo delu cela cele celo celu celom ceo sledeć* svet svetu " +
      "sveta reč* lep lepo lepa lepe lepi deca decu dece deci čovek* mlek* leto leta nedelj* " +
      "ponedeljak sreda telo vest* zahtev* verovatno verois* veru* verov* unapred odelj* podel* videti " +
      "želeti hteo izmen* premest* smešt* ocen* cena cene vrednost* prover* izveštaj* obavešt* savet* " +
      "beleg* levo leva levi levu levoj desn* bezbednos* obezbed* nasled* razumev* potčinjenos* sme " +
      "smeju sprovođenj* sprečav* dodel* procen* primen* upotreb* sled* sused* sedišt* dejstv* devojk* " +
      "pesm* reka reke mleko hleb* neuspe* spolj* svetl* osvetl* uver* ubed* ovlašćen* predel* delovi " +
      "delova delom pesme",
    "hr bs":
      "gdje negdje nigdje ovdje uvijek poslije prije vrijeme mjest* umjesto mjer* uspje* promjen* zamjen* " +
      "primjer* primjen* dvije dijel* dio djel* cijel* sljede* slijed* svijet* riječ* lijep* djec* čovje* " +
      "mlije* ljet* nedjelj* ponedjelj* srijed* tijel* bijel* vijest* zahtje* vjer* unaprijed odjel* " +
      "podjel* vidje* žel* htje* izmjen* premje* smješ* ocjen* procjen* cijen* vrijed* provjer* obavije* " +
      "savjet* mijenj* bilješ* lijev* također primij* sprije* rješ* naslije* razumije* dodijel* djelov* " +
      "smije* susjed* sjedišt* općin* dvjest* djevoj* pjesm* rijek* sigurnos*",
    hr:
      "tko netko nitko svatko itko tjed* tisuć* europ* glazb* kruh* vlak* zrak* kazališ* sveučiliš* siječ* " +
      "velja* ožuj* travanj travnj* svibanj svibnj* lipanj lipnj* srpanj srpnj* kolovoz* rujan rujn* " +
      "listopad* studen* prosin* uporab* računal* sustav* vjerojat* izvješ* povijest* uvjet* nogomet* " +
      "tvrtk* tvorni* sučelj* zaslon* poslužitelj* obitelj* žlic* rajčic* tijekom općenit* opći opća opće " +
      "nazoč* točk* točn* odredišt* ovlast* znanstven* zemljovid* kolodvor* pristojb* inačic* glede zapor*",
    "sr bs":
      "ko neko niko svako šta hiljad* univerzitet* uslov* evrop* kafa kafe kafu muzik* voz voza vozom " +
      "fudbal* fabrik* porodic* opšt* takođe saobraćaj* januar* februar* mart* maj juni* juli* avgust* " +
      "august* septemb* oktob* novemb* decemb* tačk* tačn* tokom pozorišt* vazduh* sistem* računar* pošto " +
      "štampa* odštampa* obezbij* podešav* upotreb* ukoliko organizov* definis* istorij* spisak* " +
      "da_li mogu_da može_da možete_da možemo_da mogao_da želi_da želim_da želite_da treba_da trebalo_da hoću_da mora_da moraju_da moram_da hteo_da htio_da želeo_da počeo_da počela_da nastavi_da sa_sobom uveri_se",
    bs: "historij* sedmic* hljeb* lahk* mehk* kahv* hefta bezbjed* općens* izvještaj* obavještenj*",
  },
];

interface Family {
  languages: readonly string[];
  /** The languages of each word. Keys with a trailing `*` are prefixes. */
  owners: ReadonlyMap<string, readonly string[]>;
}

const families = siblings.map(createFamily);

/** Returns whether two languages are equal or siblings. */
export function isSibling(one: string, other: string): boolean {
  return (
    one === other ||
    families.some(({ languages }) => [one, other].every((code) => languages.includes(code)))
  );
}

/** Returns whether a language has siblings that it is easily confused with. */
export function hasSiblings(code: string): boolean {
  return families.some(({ languages }) => languages.includes(code));
}

/** Moves the most likely sibling to the front. `isTold` is set if words specific to it were found. */
export function settleSiblings(
  guesses: Guess[],
  { text, allowed }: { text: string; allowed: ReadonlySet<string> },
): { guesses: Guess[]; isTold: boolean } {
  const [first] = guesses;
  const family = families.find(({ languages }) => first && languages.includes(first.code));
  if (!first || !family || !/\p{Script=Latin}/u.test(text)) return { guesses, isTold: true };
  const points = countWords(text, family);
  const getPoints = (code: string) => points.get(code) ?? 0;
  const getShare = (code: string) => guesses.find((one) => one.code === code)?.confidence ?? 0;
  const ranked = family.languages
    .filter((code) => allowed.has(code))
    .toSorted((a, b) => getPoints(b) - getPoints(a) || getShare(b) - getShare(a));
  const total = ranked.reduce((sum, code) => sum + getShare(code), 0);
  // Each word that is specific to one language reduces the likelihood of the others to a third.
  const [most = 0, second] = ranked.map(getPoints);
  const weights = ranked.map((code) => ({ code, weight: (1 / 3) ** (most - getPoints(code)) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const own = weights.map(({ code, weight }) => ({ code, confidence: (total * weight) / all }));
  const others = guesses.filter(({ code }) => !ranked.includes(code));
  return {
    guesses: [...own, ...others].toSorted((a, b) => b.confidence - a.confidence),
    isTold: second === undefined || most > second,
  };
}

function countWords(text: string, { owners }: Family): Map<string, number> {
  const points = new Map<string, number>();
  let before = "";
  for (const [word] of text.matchAll(/\p{L}{2,30}/gu)) {
    const beginnings = Array.from({ length: word.length }, (_, at) => `${word.slice(0, at + 1)}*`);
    const keys = [`${before}_${word}`, word, ...beginnings];
    before = word;
    const owner = keys.map((key) => owners.get(key)).find((found) => found !== undefined);
    for (const language of owner ?? []) points.set(language, (points.get(language) ?? 0) + 1);
  }
  return points;
}

function createFamily(lists: Readonly<Record<string, string>>): Family {
  const owners = new Map<string, readonly string[]>();
  for (const [codes, list] of Object.entries(lists))
    for (const word of list.split(" ")) owners.set(word, codes.split(" "));
  return {
    languages: [...new Set(Object.keys(lists).flatMap((codes) => codes.split(" ")))],
    owners,
  };
}
