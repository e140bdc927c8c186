import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

interface DetectionResult {
  meant: string;
  text: string;
  code: string;
  reliable: boolean;
}

/** Returns the results of detect-language for rows of a language and a sentence. */
async function detectLanguages(rows: string): Promise<DetectionResult[]> {
  const pairs = rows
    .trim()
    .split("\n")
    .map((row) => row.split("|") as [string, string]);
  const answers: DetectionResult[] = [];
  for (let at = 0; at < pairs.length; at += 50) {
    const batch = pairs.slice(at, at + 50);
    const body = { texts: batch.map(([, text]) => text) };
    const { results } = await json(await hub.post("/api/ai/detect-language", body));
    for (const [index, [meant, text]] of batch.entries())
      answers.push({ meant, text, ...results[index].language });
  }
  return answers;
}

// Ordinary sentences, written for this file, in supported languages.
const known = `
af|Ons het gister op die mark vars groente gekoop, maar die winkel was ongelukkig al toe toe ons brood wou haal.
af|My oupa vertel altyd stories oor die plaas waar hy as kind saam met sy broers en susters gewoon het.
az|Dünən bazardan təzə tərəvəz aldıq, amma axşam mağaza bağlı olduğu üçün çörək ala bilmədik.
be|Учора мы купілі на рынку свежую гародніну, але крама ўжо была зачыненая, калі мы хацелі набыць хлеб.
bg|Вчера купихме пресни зеленчуци от пазара, но магазинът вече беше затворен, когато искахме да вземем хляб.
bg|Дядо ми винаги разказва истории за селото, в което е живял като дете със своите братя и сестри.
bn|আমরা গতকাল বাজার থেকে তাজা সবজি কিনেছি, কিন্তু রুটি কিনতে গিয়ে দেখি দোকান বন্ধ হয়ে গেছে।
ca|Ahir vam comprar verdura fresca al mercat, però la botiga ja era tancada quan volíem agafar el pa.
ca|El meu avi sempre explica històries del poble on va viure de petit amb els seus germans i germanes.
cs|Včera jsme na trhu koupili čerstvou zeleninu, ale obchod už byl zavřený, když jsme chtěli chleba.
cs|Můj dědeček pořád vypráví příběhy o vesnici, kde jako dítě bydlel se svými bratry a sestrami.
cy|Fe wnaethon ni brynu llysiau ffres yn y farchnad ddoe, ond roedd y siop wedi cau pan oedden ni eisiau bara.
da|Vi købte friske grøntsager på markedet i går, men butikken var desværre lukket, da vi ville hente brød.
da|Min bedstefar fortæller altid historier om landsbyen, hvor han boede som barn sammen med sine søskende.
de|Gestern haben wir auf dem Markt frisches Gemüse gekauft, aber der Laden war schon zu, als wir Brot holen wollten.
el|Χθες αγοράσαμε φρέσκα λαχανικά από την αγορά, αλλά το μαγαζί ήταν κλειστό όταν θέλαμε ψωμί.
en|We bought fresh vegetables at the market yesterday, but the shop was already closed when we wanted bread.
en|My grandfather always tells stories about the village where he lived as a child with his brothers.
eo|Hieraŭ ni aĉetis freŝajn legomojn en la bazaro, sed la vendejo jam estis fermita kiam ni volis panon.
eo|Mia avo ĉiam rakontas historiojn pri la vilaĝo, kie li loĝis kiel infano kun siaj gefratoj.
es|Ayer compramos verduras frescas en el mercado, pero la tienda ya estaba cerrada cuando fuimos por el pan.
es|Mi abuelo siempre cuenta historias del pueblo donde vivió de niño con sus hermanos y hermanas.
et|Eile ostsime turult värskeid köögivilju, kuid pood oli juba suletud, kui tahtsime leiba tuua.
eu|Atzo barazki freskoak erosi genituen azokan, baina denda itxita zegoen ogia hartzera joan ginenean.
fa|دیروز از بازار سبزیجات تازه خریدیم، اما وقتی خواستیم نان بخریم مغازه بسته شده بود و برگشتیم خانه.
fi|Ostimme eilen torilta tuoreita vihanneksia, mutta kauppa oli jo kiinni, kun halusimme hakea leipää.
fr|Hier, nous avons acheté des légumes frais au marché, mais le magasin était déjà fermé quand nous voulions du pain.
fy|Wy hawwe juster op 'e merk farske griente kocht, mar de winkel wie al ticht doe't wy brea helje woene.
ga|Cheannaíomar glasraí úra ag an margadh inné, ach bhí an siopa dúnta nuair a theastaigh arán uainn.
gd|Cheannaich sinn glasraich ùr aig a' mhargaidh an-dè, ach bha a' bhùth dùinte nuair a bha sinn ag iarraidh aran.
gl|Onte mercamos verduras frescas no mercado, pero a tenda xa estaba pechada cando quixemos ir polo pan.
gl|O meu avó sempre conta historias da aldea onde viviu de neno cos seus irmáns e coas súas irmás.
gu|ગઈકાલે અમે બજારમાંથી તાજાં શાકભાજી ખરીદ્યાં, પણ બ્રેડ લેવા ગયા ત્યારે દુકાન બંધ થઈ ગઈ હતી.
ha|Jiya mun sayi kayan lambu masu kyau a kasuwa, amma an riga an rufe shagon lokacin da muke son burodi.
he|אתמול קנינו ירקות טריים בשוק, אבל החנות כבר הייתה סגורה כשרצינו לקנות לחם לארוחת הערב שלנו.
hi|हमने कल बाज़ार से ताज़ी सब्ज़ियाँ खरीदीं, लेकिन जब हम रोटी लेने गए तो दुकान बंद हो चुकी थी।
hr|Jučer smo na tržnici kupili svježe povrće, ali trgovina je već bila zatvorena kad smo htjeli kruh za cijeli tjedan.
hu|Tegnap friss zöldséget vettünk a piacon, de a bolt már zárva volt, amikor kenyeret akartunk hozni.
hy|Երեկ շուկայից թարմ բանջարեղեն գնեցինք, բայց խանութն արդեն փակ էր, երբ ուզում էինք հաց վերցնել։
id|Kemarin kami membeli sayuran segar di pasar, tetapi tokonya sudah tutup karena hari libur ketika kami mau roti.
id|Kakek saya selalu bercerita tentang desa tempat dia tinggal bersama saudara-saudaranya ketika masih kecil.
id|Pemerintah mengumumkan bahwa kantor pajak akan buka lebih lama bulan ini supaya warga bisa membayar.
id|Kalau besok tidak hujan, anak-anak bisa bermain bola di lapangan dekat rumah nenek mereka.
id|Dia bekerja di sebuah perusahaan mobil dan setiap hari naik kereta selama dua jam ke kota.
ig|Ụnyaahụ anyị zụtara akwụkwọ nri ọhụrụ n'ahịa, mana e mechiela ụlọ ahịa mgbe anyị chọrọ achịcha.
is|Við keyptum ferskt grænmeti á markaðnum í gær, en búðin var lokuð þegar við ætluðum að sækja brauð.
it|Ieri abbiamo comprato verdura fresca al mercato, ma il negozio era già chiuso quando volevamo il pane.
ja|昨日は市場で新鮮な野菜を買いましたが、パンを買おうとしたときにはもう店が閉まっていました。
ka|გუშინ ბაზარში ახალი ბოსტნეული ვიყიდეთ, მაგრამ მაღაზია უკვე დაკეტილი იყო, როცა პური გვინდოდა.
kk|Кеше біз базардан балғын көкөніс сатып алдық, бірақ нан алғымыз келгенде дүкен жабылып қалған екен.
km|ម្សិលមិញយើងបានទិញបន្លែស្រស់នៅផ្សារ ប៉ុន្តែហាងបានបិទរួចហើយពេលយើងចង់ទិញនំប៉័ង។
kn|ನಿನ್ನೆ ನಾವು ಮಾರುಕಟ್ಟೆಯಲ್ಲಿ ತಾಜಾ ತರಕಾರಿ ಖರೀದಿಸಿದೆವು, ಆದರೆ ಬ್ರೆಡ್ ತರಲು ಹೋದಾಗ ಅಂಗಡಿ ಮುಚ್ಚಿತ್ತು.
ko|어제 우리는 시장에서 신선한 채소를 샀지만 빵을 사려고 했을 때는 가게가 이미 문을 닫았습니다.
ky|Кечээ биз базардан жаңы жашылча сатып алдык, бирок нан алалы десек дүкөн жабылып калыптыр.
la|Heri in foro holera recentia emimus, sed taberna iam clausa erat cum panem emere vellemus et domum redire.
lb|Gëschter hu mir um Maart frësch Geméis kaaft, mee de Buttek war schonn zou, wéi mir Brout siche wollten.
lo|ມື້ວານນີ້ພວກເຮົາຊື້ຜັກສົດຢູ່ຕະຫຼາດ ແຕ່ຮ້ານປິດແລ້ວຕອນທີ່ພວກເຮົາຢາກໄດ້ເຂົ້າຈີ່.
lt|Vakar turguje nusipirkome šviežių daržovių, bet parduotuvė jau buvo uždaryta, kai norėjome duonos.
lv|Vakar tirgū nopirkām svaigus dārzeņus, bet veikals jau bija slēgts, kad gribējām aiziet pēc maizes.
mg|Nividy legioma vaovao teny an-tsena izahay omaly, saingy efa nikatona ny fivarotana rehefa nila mofo izahay.
mi|I hokona e mātou ngā huawhenua hou i te mākete inanahi, engari kua kati kē te toa i tā mātou hiahia parāoa.
mk|Вчера купивме свеж зеленчук на пазарот, но продавницата веќе беше затворена кога сакавме да земеме леб.
mk|Дедо ми секогаш раскажува приказни за селото каде што живеел како дете со своите браќа и сестри.
mk|Ако утре не врне, децата ќе можат да играат фудбал на полето покрај куќата на баба им.
mk|Тој работи во една фабрика за автомобили и секој ден патува со воз два часа до градот.
mk|Градоначалникот најави дека новиот мост преку реката ќе биде отворен пред крајот на летото.
mk|Вчера на пазар имаше многу луѓе, но никој не купуваше бидејќи цените беа превисоки.
ml|ഞങ്ങൾ ഇന്നലെ ചന്തയിൽ നിന്ന് പുതിയ പച്ചക്കറികൾ വാങ്ങി, പക്ഷേ റൊട്ടി വാങ്ങാൻ ചെന്നപ്പോൾ കട അടച്ചിരുന്നു.
mn|Бид өчигдөр захаас шинэхэн ногоо худалдаж авсан боловч талх авах гэхэд дэлгүүр аль хэдийн хаасан байлаа.
mr|आम्ही काल बाजारातून ताज्या भाज्या विकत घेतल्या, पण पाव आणायला गेलो तेव्हा दुकान बंद झाले होते.
ms|Semalam kami membeli sayur segar di pasar, tetapi kedai itu sudah tutup kerana cuti apabila kami mahu roti.
ms|Datuk saya selalu bercerita tentang kampung tempat beliau tinggal bersama adik-beradiknya semasa kecil.
ms|Kerajaan mengumumkan bahawa pejabat cukai akan dibuka lebih lama bulan ini supaya rakyat boleh membayar.
mt|Ilbieraħ xtrajna ħaxix frisk mis-suq, imma l-ħanut kien diġà magħluq meta ridna mmorru għall-ħobż.
my|မနေ့က ကျွန်တော်တို့ ဈေးမှာ လတ်ဆတ်တဲ့ ဟင်းသီးဟင်းရွက်တွေ ဝယ်ခဲ့ပေမဲ့ ပေါင်မုန့်ဝယ်ချင်တော့ ဆိုင်ပိတ်သွားပြီ။
ne|हामीले हिजो बजारबाट ताजा तरकारी किन्यौं, तर रोटी किन्न जाँदा पसल बन्द भइसकेको थियो।
nl|Gisteren hebben we op de markt verse groenten gekocht, maar de winkel was al dicht toen we brood wilden halen.
nl|Mijn opa vertelt altijd verhalen over het dorp waar hij als kind met zijn broers en zussen woonde.
no|I går kjøpte vi ferske grønnsaker på torget, men butikken var dessverre stengt da vi ville hente brød.
no|Bestefaren min forteller alltid historier om bygda der han bodde som barn sammen med søsknene sine.
ny|Dzulo tinagula masamba atsopano kumsika, koma sitolo inali itatsekedwa kale pamene tinkafuna buledi.
pa|ਅਸੀਂ ਕੱਲ੍ਹ ਬਾਜ਼ਾਰ ਤੋਂ ਤਾਜ਼ੀਆਂ ਸਬਜ਼ੀਆਂ ਖਰੀਦੀਆਂ, ਪਰ ਜਦੋਂ ਅਸੀਂ ਰੋਟੀ ਲੈਣ ਗਏ ਤਾਂ ਦੁਕਾਨ ਬੰਦ ਸੀ।
pl|Wczoraj kupiliśmy na targu świeże warzywa, ale sklep był już zamknięty, kiedy chcieliśmy kupić chleb.
ps|موږ پرون له بازار څخه تازه سابه واخیستل، خو کله چې مو ډوډۍ غوښتله دوکان تړل شوی و.
pt|Ontem comprámos legumes frescos no mercado, mas a loja já estava fechada quando quisemos ir buscar pão.
pt|O meu avô conta sempre histórias da aldeia onde viveu em criança com os seus irmãos e irmãs.
ro|Ieri am cumpărat legume proaspete de la piață, dar magazinul era deja închis când am vrut să luăm pâine.
ru|Вчера мы купили на рынке свежие овощи, но магазин был уже закрыт, когда мы хотели взять хлеб.
ru|Мой дедушка всегда рассказывает истории о деревне, где он жил в детстве с братьями и сёстрами.
si|අපි ඊයේ වෙළඳපොළෙන් නැවුම් එළවළු මිලදී ගත්තා, නමුත් පාන් ගන්න යනකොට කඩේ වහලා තිබුණා.
sk|Včera sme na trhu kúpili čerstvú zeleninu, ale obchod už bol zatvorený, keď sme chceli chlieb.
sk|Môj dedko stále rozpráva príbehy o dedine, kde ako dieťa býval so svojimi bratmi a sestrami.
sl|Včeraj smo na tržnici kupili svežo zelenjavo, vendar je bila trgovina že zaprta, ko smo hoteli kruh.
sm|Na matou faatauina mai fualaau faisua fou mai le maketi ananafi, ae ua tapuni le faleoloa ina ua matou mananao i le falaoa.
sn|Nezuro takatenga miriwo mitsva pamusika, asi chitoro chakanga chatovharwa patakada kutenga chingwa.
so|Shalay waxaan suuqa ka soo iibsannay khudaar cusub, laakiin dukaanku wuu xirnaa markii aan doonaynay rooti.
sq|Dje blemë perime të freskëta në treg, por dyqani ishte tashmë i mbyllur kur donim të merrnim bukë.
sr|Јуче смо на пијаци купили свеже поврће, али продавница је већ била затворена када смо хтели хлеб.
sr|Juče smo na pijaci kupili sveže povrće, ali prodavnica je već bila zatvorena posle pet kada smo hteli hleb.
sr|Moj deda uvek priča priče o selu gde je kao dete živeo sa svojom braćom i sestrama pre rata.
st|Maobane re ile ra reka meroho e metjha mmarakeng, empa lebenkele le ne le se le kwetswe ha re batla bohobe.
su|Kamari urang meuli sayuran seger di pasar, tapi tokona geus tutup nalika urang hayang meuli roti.
sv|Igår köpte vi färska grönsaker på torget, men affären var tyvärr stängd när vi ville hämta bröd.
sw|Jana tulinunua mboga mbichi sokoni, lakini duka lilikuwa limeshafungwa tulipotaka kununua mkate wa jioni.
sw|Babu yangu husimulia hadithi kuhusu kijiji alichoishi alipokuwa mtoto pamoja na ndugu zake wote.
sw|Serikali imetangaza kwamba barabara mpya kati ya miji hii miwili itafunguliwa mwezi ujao.
sw|Kama mvua haitanyesha kesho, watoto wataweza kucheza mpira karibu na nyumba ya bibi yao.
sw|Mwalimu alituambia tusome kitabu hiki kabla ya mtihani wa wiki ijayo ili tufaulu vizuri.
ta|நாங்கள் நேற்று சந்தையில் புதிய காய்கறிகளை வாங்கினோம், ஆனால் ரொட்டி வாங்கச் சென்றபோது கடை மூடியிருந்தது.
te|మేము నిన్న మార్కెట్లో తాజా కూరగాయలు కొన్నాము, కానీ రొట్టె కొనడానికి వెళ్లినప్పుడు దుకాణం మూసేసి ఉంది.
tg|Дирӯз мо аз бозор сабзавоти тоза харидем, аммо вақте ки нон гирифтан хостем, мағоза аллакай баста буд.
th|เมื่อวานเราซื้อผักสดที่ตลาด แต่ร้านปิดไปแล้วตอนที่เราอยากซื้อขนมปังสำหรับมื้อเย็น
tl|Bumili kami ng sariwang gulay sa palengke kahapon, pero sarado na ang tindahan noong gusto naming bumili ng tinapay.
tl|Laging nagkukuwento ang lolo ko tungkol sa baryo kung saan siya nakatira noong bata pa siya.
tr|Dün pazardan taze sebze aldık ama ekmek almak istediğimizde dükkân çoktan kapanmıştı ve eve döndük.
uk|Вчора ми купили на ринку свіжі овочі, але крамниця вже була зачинена, коли ми хотіли взяти хліб.
uk|Мій дідусь завжди розповідає історії про село, де він жив у дитинстві зі своїми братами та сестрами.
ur|ہم نے کل بازار سے تازہ سبزیاں خریدیں، لیکن جب ہم روٹی لینے گئے تو دکان بند ہو چکی تھی۔
uz|Kecha bozordan yangi sabzavot sotib oldik, lekin non olmoqchi bo'lganimizda do'kon allaqachon yopilgan edi.
vi|Hôm qua chúng tôi mua rau tươi ở chợ, nhưng cửa hàng đã đóng cửa khi chúng tôi muốn mua bánh mì.
xh|Izolo sithenge imifuno emitsha emarikeni, kodwa ivenkile ibisele ivaliwe xa sifuna ukuthenga isonka.
yi|נעכטן האָבן מיר געקויפֿט פֿרישע גרינסן אויפֿן מאַרק, אָבער די קראָם איז שוין געווען צוגעמאַכט.
yo|A ra ẹ̀fọ́ tútù ní ọjà lánàá, ṣùgbọ́n wọ́n ti ti ilé ìtajà náà pa nígbà tí a fẹ́ ra búrẹ́dì.
zh|昨天我们在市场上买了新鲜的蔬菜，可是等我们想买面包的时候，商店已经关门了。
zu|Izolo sithenge imifino emisha emakethe, kodwa isitolo besesivaliwe lapho sifuna ukuthenga isinkwa.
`;

// The same in unsupported languages.
const unknown = `
oc|Ièr crompèrem de legums fresques al mercat, mas la botiga èra ja barrada quand volguèrem anar quèrre de pan.
oc|Mon grand conta totjorn d'istòrias sul vilatge ont visquèt quand èra pichon amb sos fraires e sas sòrres.
ast|Ayeri mercamos verdures fresques nel mercáu, pero la tienda yá taba zarrada cuando quiximos dir pol pan.
ast|El mio güelu siempre cunta hestories del pueblu onde vivió de neñu colos sos hermanos y hermanes.
fo|Í gjár keyptu vit feskt grønmeti á marknaðinum, men handilin var longu stongdur tá vit vildu hava breyð.
br|Dec'h hon eus prenet legumaj fresk er marc'had, met serret e oa ar stal dija pa felle deomp kaout bara.
sco|We bocht some fresh neeps an tatties at the mercat yestreen, but the shop wis steekit whan we wantit breid.
nds|Güstern hebbt wi op 'n Markt frische Grööntüüch köfft, man de Laden weer al to, as wi Broot halen wullen.
gsw|Geschter hemmer uf em Märt früschs Gmües kauft, aber de Lade isch scho zue gsi, wo mer Brot hend welle hole.
fur|Îr o vin comprât verduris frescjis tal marcjât, ma la buteghe e jere za sierade cuant che o volevin il pan.
sc|Eris amus comporadu birdura frisca in su mercadu, ma sa butega fiat giai serrada cando cheriamus su pane.
lmo|Ier emm compraa di verdur fresch al mercaa, ma la bottega l'era giamò sarada su quand che vorevom el pan.
scn|Aieri accattammu virdura frisca ô mircatu, ma la putìa era già chiusa quannu vulìamu lu pani pâ cena.
ia|Heri nos comprava verduras fresc al mercato, ma le boteca jam esseva claudite quando nos voleva pan.
pap|Ayera nos a kumpra berdura fresku na marshe, ma e tienda tabata será kaba ora nos tabatin gana di pan.
tk|Biz düýn bazardan täze gök önümleri satyn aldyk, emma çörek almakçy bolanymyzda dükan eýýäm ýapykdy.
tt|Без кичә базардан яңа яшелчәләр сатып алдык, әмма ипи алырга теләгәндә кибет инде ябык иде.
ba|Беҙ кисә баҙарҙан яңы йәшелсә һатып алдыҡ, әммә икмәк алырға теләгәндә кибет ябыҡ ине инде.
cv|Эпир ӗнер пасарта ҫӗнӗ пахча ҫимӗҫ илтӗмӗр, анчах ҫӑкӑр илес тенӗ чух лавкка хупӑнса ларнӑччӗ.
os|Знон мах базары балхӕдтам ног халсартӕ, фӕлӕ дзул ӕлхӕнынмӕ куы цыдыстӕм, уӕд дукани ӕхгӕд уыд.
ug|بىز تۈنۈگۈن بازاردىن يېڭى كۆكتات سېتىۋالدۇق، ئەمما نان ئالماقچى بولغاندا دۇكان تاقىلىپ قالغانىكەن.
ti|ትማሊ ካብ ዕዳጋ ሓድሽ ኣሕምልቲ ዓዲግና፣ ግን ባኒ ክንዕድግ ምስ ደለና እቲ ድኳን ድሮ ተዓጽዩ ነይሩ።
as|আমি কালি বজাৰৰ পৰা সতেজ পাচলি কিনিছিলোঁ, কিন্তু পাউৰুটি কিনিবলৈ যাওঁতে দোকানখন বন্ধ হৈ গৈছিল।
wo|Démb jënd nañu léegum yu bees ca marse ba, waaye butik bi tëju woon na bi ñu bëggee jënd mburu.
tn|Maabane re rekile merogo e mesha kwa mmarakeng, mme lebenkele le ne le setse le tswetswe fa re batla borotho.
rw|Ejo twaguze imboga nshya ku isoko, ariko iduka ryari ryamaze gufungwa ubwo twashakaga umugati.
ln|Lobi tosombaki bandunda ya sika na zando, kasi magazini ekangamaki liboso tozwa mampa ya mpokwa.
lg|Jjo twagula enva endiirwa empya mu katale, naye edduuka lyali liggaddwa bwe twali twagala omugaati.
om|Kaleessa gabaa irraa kuduraa haaraa binne, garuu yeroo daabboo barbaannu suuqiin cufamee ture.
qu|Qayna p'unchaw qhatumanta musuq yuyukunata rantirqayku, ichaqa t'antata munaptiyku wasi wisq'asqa kasqa.
gn|Kuehe rojogua ñemuhágui ka'avo pyahu, ha katu pe ñemuha oñemboty ma rojoguase jave mbujape.
to|Na'a mau fakatau mai 'a e vesitapolo fo'ou mei he māketi 'aneafi, ka kuo tāpuni 'a e falekoloa.
fj|Keitou a volia na kakana draudrau bulabula mai na makete ena noa, ia sa sogo oti na sitoa.
tpi|Asde mipela i baim nupela kumu long maket, tasol stua i pas pinis taim mipela i laik kisim bret.
se|Ikte mii osttiimet varas ruotnasiid márkaniin, muhto gávpi lei juo gitta go mii áiggúimet viežžat láibbi.
kl|Ippassaq niuertarfimmi naatitanik nutaanik pisivugut, kisianni iffiamik pisiniaratta pisiniarfik matoreersimavoq.
hsb|Wčera smy na wikach čerstwu zeleninu kupili, ale wobchod bě hižo zawrjeny, hdyž chcychmy chlěb měć.
szl|Wczorej my kupiyli na torgu świyże warzywo, ale sklep bōł już zawarty, jak my chcieli kupić chlyb.
ilo|Gimmatangkami iti nalangto a nateng idiay tiendaan idi kalman, ngem naserraan ti tiendaan idi kayatmi ti tinapay.
jbo|mi'o pu zi te vecnu lo cnino stagi le zarci .i ku'i le zarci pu ga'orbi'o ca lo nu mi'o djica lo nanba
`;

test("detects 97 of 100 sentences in 90 languages, and is never certain of a wrong one", async () => {
  const answers = await detectLanguages(known);
  const wrong = answers.filter(({ code, meant }) => code !== meant);
  expect(wrong.filter(({ reliable }) => reliable)).toEqual([]);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(answers.length * 0.03);
  const certain = answers.filter(({ reliable }) => reliable);
  expect(certain.length).toBeGreaterThanOrEqual(answers.length * 0.85);
});

test("is certain of a wrong language for an unsupported one only if both are nearly identical", async () => {
  const answers = await detectLanguages(unknown);
  const certain = answers.filter(({ reliable }) => reliable);
  const pairs = new Set(certain.map(({ meant, code }) => `${meant} ${code}`));
  // Sicilian and Corsican, Tswana and Sotho, Silesian and Polish.
  expect(pairs.difference(new Set(["scn co", "tn st", "szl pl"]))).toEqual(new Set());
  const none = answers.filter(({ code }) => code === "und");
  expect(none.length).toBeGreaterThanOrEqual(answers.length * 0.55);
});

test.each([
  ["Dia makan nasi goreng di rumah temannya dan pulang dengan bus malam itu.", "id ms"],
  [
    "Ne mogu doći na sastanak jer imam previše posla u gradu i moram kupiti novu knjigu.",
    "bs hr sr",
  ],
])("%s could be in several languages, and the response lists them", async (text, codes) => {
  const { language, alternatives } = await json(
    await hub.post("/api/ai/detect-language", { text, top: 5 }),
  );
  expect(language.reliable).toBe(false);
  const all = [language, ...alternatives].map((one: { code: string }) => one.code);
  expect(all).toEqual(expect.arrayContaining(codes.split(" ")));
});

test("URLs have no language", async () => {
  const text =
    "Мы купили свежие овощи на рынке https://www.example.com/the-house-of-the-rising-sun-and-the-moon, потому что магазин был уже закрыт, а the.house.of.mine@example.com молчит";
  const { language } = await json(await hub.post("/api/ai/detect-language", { text }));
  expect(language).toMatchObject({ code: "ru", script: "Cyrl", reliable: true });
});

test("reads a long text to its end", async () => {
  const text = `${"Hello there. ".repeat(320)}${"Вчера мы купили на рынке овощи. ".repeat(480)}`;
  const { language } = await json(await hub.post("/api/ai/detect-language", { text }));
  expect(language.code).toBe("ru");
});

test("treats letters of a rare script as letters, in an unknown language", async () => {
  const { language } = await json(
    await hub.post("/api/ai/detect-language", { text: "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ" }),
  );
  expect(language).toMatchObject({ code: "und", script: "Cher", reliable: false });
});
