import type { Kind } from "./request.ts";

/** Names of fields and columns that hold personal data, by type, in lower case and separated by vertical bars. */
const names: Partial<Record<Kind, string>> = {
  person:
    "name|full name|first name|last name|given name|family name|surname|middle name|maiden name|customer name|client name|patient name|contact name|employee name|account holder|account name|cardholder|card holder|holder|tenant|patient|customer|client|applicant|employee|recipient|sender|contact person|contact|next of kin|author|signed|user|username|user name|attn|landlord|owner|witness|defendant|claimant|plaintiff|guest|passenger|student|teacher|doctor|beneficiary|insured|firstname|lastname|fullname|displayname|display name|" +
    "vorname|nachname|familienname|vor- und nachname|name, vorname|vorname nachname|geburtsname|kunde|kundin|kundenname|patientin|mieter|mieterin|vermieter|mitarbeiter|mitarbeiterin|empfänger|absender|ansprechpartner|ansprechpartnerin|kontoinhaber|kontoinhaberin|karteninhaber|antragsteller|zeuge|zeugin|versicherter|unterzeichner|" +
    "nom|prénom|nom complet|nom et prénom|nom de famille|prénoms|client|cliente|patiente|locataire|bailleur|propriétaire|salarié|salariée|destinataire|expéditeur|titulaire|bénéficiaire|témoin|interlocuteur|" +
    "nombre|nombre completo|nombre y apellidos|apellidos|apellido|cliente|paciente|inquilino|inquilina|arrendatario|propietario|empleado|empleada|destinatario|remitente|titular|beneficiario|testigo|solicitante|" +
    "nome|nome completo|nome e cognome|cognome|cognome e nome|paziente|inquilina|proprietario|dipendente|mittente|intestatario|beneficiario|testimone|nominativo|" +
    "apelido|sobrenome|nome do cliente|paciente|inquilino|arrendatário|funcionário|destinatário|remetente|beneficiário|testemunha|utente|" +
    "naam|voornaam|achternaam|volledige naam|klant|patiënt|huurder|verhuurder|medewerker|ontvanger|afzender|rekeninghouder|kaarthouder|getuige|contactpersoon|" +
    "imię|nazwisko|imię i nazwisko|nazwisko i imię|klient|klientka|pacjent|pacjentka|najemca|właściciel|pracownik|odbiorca|nadawca|świadek|wnioskodawca|" +
    "namn|förnamn|efternamn|för- och efternamn|fullständigt namn|kund|patient|hyresgäst|hyresvärd|anställd|mottagare|avsändare|kontohavare|vittne|" +
    "navn|fornavn|efternavn|etternavn|fulde navn|fullt navn|kunde|lejer|udlejer|leietaker|medarbejder|ansatt|modtager|mottaker|afsender|kontohaver|vidne|vitne|" +
    "nimi|etunimi|sukunimi|koko nimi|asiakas|potilas|vuokralainen|vuokranantaja|työntekijä|vastaanottaja|lähettäjä|tilinomistaja|todistaja|lausunto|" +
    "jméno|příjmení|jméno a příjmení|celé jméno|zákazník|pacient|pacientka|nájemce|pronajímatel|zaměstnanec|příjemce|odesílatel|majitel|svědek|meno|priezvisko|meno a priezvisko|" +
    "ad|soyad|adı|soyadı|ad soyad|adı soyadı|ad-soyad|isim|müşteri|hasta|kiracı|ev sahibi|çalışan|alıcı|gönderen|hesap sahibi|tanık|" +
    "név|teljes név|vezetéknév|keresztnév|ügyfél|beteg|bérlő|nume|prenume|nume și prenume|nume complet|client|chiriaș|όνομα|επώνυμο|ονοματεπώνυμο|πελάτης|" +
    "имя|фамилия|отчество|фио|ф.и.о.|ф. и. о.|клиент|пациент|пациентка|арендатор|арендодатель|сотрудник|получатель|отправитель|владелец|свидетель|заявитель|держатель карты|контактное лицо|пользователь|" +
    "ім'я|ім’я|прізвище|по батькові|піб|п.і.б.|клієнт|пацієнт|пацієнтка|орендар|орендодавець|працівник|отримувач|відправник|власник|свідок|заявник|користувач|" +
    "име|фамилия|клиент|الاسم|الاسم الكامل|اسم العميل|اسم المريض|العميل|المريض|المستأجر|المالك|الموظف|المستلم|المرسل|صاحب الحساب|الشاهد|اسم العائلة|اللقب|" +
    "שם|שם מלא|שם פרטי|שם משפחה|שם הלקוח|לקוח|מטופל|שוכר|משכיר|עובד|נמען|שולח|בעל החשבון|עד|" +
    "नाम|पूरा नाम|ग्राहक|मरीज़|मरीज|किरायेदार|मकान मालिक|कर्मचारी|प्राप्तकर्ता|प्रेषक|खाताधारक|गवाह|आवेदक|उपनाम|" +
    "姓名|名字|客户|客戶|患者|病人|租客|租户|房东|员工|員工|收件人|收货人|寄件人|联系人|聯絡人|户名|持卡人|申请人|申請人|证人|證人|家属|負責人|负责人|法定代表人|" +
    "氏名|お名前|名前|姓|名|顧客|お客様|患者|借主|貸主|従業員|受取人|宛名|差出人|名義|口座名義|契約者|申込者|証人|家族|担当|担当者|代表者|" +
    "이름|성명|성함|고객|고객명|환자|세입자|임차인|임대인|직원|수신인|받는 사람|보내는 사람|예금주|신청인|증인|보호자|담당자|대표자|họ và tên|họ tên|tên|nama|nama lengkap",
  phone:
    "phone|telephone|tel|mobile|cell|fax|phone number|mobile number|cell phone|telephone number|contact number|phone no|mobile no|home phone|work phone|whatsapp|msisdn|" +
    "telefon|handy|mobil|mobilnummer|handynummer|telefonnummer|rufnummer|mobiltelefon|festnetz|téléphone|portable|mobile|numéro de téléphone|tél|fixe|télécopie|" +
    "teléfono|móvil|celular|número de teléfono|teléfono móvil|telefono|cellulare|numero di telefono|cell|telefone|telemóvel|telemovel|número de telefone|contacto|contato|telefoon|mobiel|telefoonnummer|mobiele nummer|gsm|" +
    "komórka|numer telefonu|telefon komórkowy|nr telefonu|telefonnummer|mobilnummer|mobiltelefon|tlf|puhelin|matkapuhelin|puhelinnumero|puh|gsm|telefonní číslo|mobilní telefon|cep|cep telefonu|telefon numarası|gsm no|telefonszám|mobil telefon|τηλέφωνο|κινητό|" +
    "телефон|мобильный|мобильный телефон|номер телефона|тел|сотовый|факс|мобільний|мобільний телефон|номер телефону|الهاتف|الجوال|رقم الهاتف|رقم الجوال|الموبايل|هاتف|جوال|טלפון|נייד|מספר טלפון|טלפון נייד|טל'|" +
    "फ़ोन|फोन|मोबाइल|फ़ोन नंबर|मोबाइल नंबर|दूरभाष|电话|電話|手机|手機|联系电话|電話番号|手机号|手机号码|电话号码|携帯|携帯電話|携帯番号|전화|휴대폰|휴대전화|전화번호|휴대폰 번호|핸드폰|연락처|điện thoại|số điện thoại|telepon|no hp",
  address:
    "address|home address|postal address|mailing address|street address|billing address|shipping address|delivery address|residence|street|property|place of residence|current address|" +
    "adresse|anschrift|wohnort|straße|wohnanschrift|lieferadresse|rechnungsadresse|postanschrift|objekt|adresse postale|domicile|adresse de livraison|bien|" +
    "dirección|domicilio|dirección postal|calle|inmueble|direccion|indirizzo|residenza|via|immobile|indirizzo di residenza|morada|endereço|endereco|residência|imóvel|rua|adres|woonadres|postadres|straat|pand|afleveradres|" +
    "adres zamieszkania|adres korespondencyjny|ulica|lokal|adress|bostadsadress|postadress|gatuadress|bopæl|bopel|lejemål|osoite|kotiosoite|katuosoite|postiosoite|kohde|adresa|bydliště|adresa bydliště|trvalé bydliště|byt|" +
    "ev adresi|posta adresi|ikametgah|taşınmaz|lakcím|cím|adresă|domiciliu|διεύθυνση|адрес|адрес проживания|адрес регистрации|место жительства|помещение|адреса|адреса проживання|місце проживання|приміщення|адреса реєстрації|" +
    "العنوان|عنوان السكن|عنوان المنزل|العقار|כתובת|כתובת מגורים|נכס|पता|घर का पता|निवास|संपत्ति|स्थायी पता|地址|住址|家庭住址|通讯地址|收货地址|房屋|现住址|住所|ご住所|現住所|物件|주소|집 주소|거주지|건물|배송지|địa chỉ|alamat",
  date_of_birth:
    "date of birth|birth date|birthdate|birthday|dob|d.o.b.|born|date_of_birth|geburtsdatum|geburtstag|geb.-datum|geboren|geb|geboren am|date de naissance|naissance|né le|née le|fecha de nacimiento|nacimiento|fecha nac|data di nascita|nascita|nato il|nata il|data de nascimento|nascimento|geboortedatum|geboren op|data urodzenia|urodzony|urodzona|födelsedatum|född|fødselsdato|født|fødselsdag|syntymäaika|syntynyt|datum narození|narozen|narozena|dátum narodenia|doğum tarihi|születési dátum|születési idő|data nașterii|ημερομηνία γέννησης|дата рождения|день рождения|дата народження|день народження|рождения|дата на раждане|تاريخ الميلاد|الميلاد|תאריך לידה|जन्म तिथि|जन्मतिथि|जन्म दिनांक|出生日期|出生年月|生日|出生年月日|生年月日|誕生日|생년월일|생일|ngày sinh|tanggal lahir",
  email:
    'email|e-mail|mail|email address|e-mail address|courriel|correo|correo electrónico|posta elettronica|e-post|epost|sähköposti|e-posta|почта|эл. почта|пошта|البريد|البريد الإلكتروني|דוא"ל|דוא״ל|אימייל|ईमेल|邮箱|電子郵件|电子邮箱|メール|メールアドレス|이메일',
  ssn: "ssn|social security number|social security no",
  national_id:
    'national id|id number|identity number|national insurance number|nino|ni number|tax id|tax number|tin|nhs number|citizen id|personal number|steuer-id|steueridentifikationsnummer|steuernummer|sozialversicherungsnummer|rentenversicherungsnummer|krankenversichertennummer|versichertennummer|versicherungsnummer|ahv-nr|nir|numéro de sécurité sociale|numéro fiscal|n° fiscal|spi|dni|nie|nif|curp|rut|cuil|cédula|número de identificación|tarjeta sanitaria|codice fiscale|c.f|tessera sanitaria|cpf|rg|cartão de cidadão|cartão cidadão|bilhete de identidade|número de utente|nº de utente|niss|bsn|burgerservicenummer|rijksregisternummer|pesel|nr pesel|personnummer|personnr|samordningsnummer|cpr|cpr-nummer|cpr-nr|fødselsnummer|henkilötunnus|hetu|rodné číslo|r. č|r.č|rč|číslo pojištěnce|tc kimlik no|t.c. kimlik no|tc kimlik numarası|kimlik no|tckn|инн|снилс|полис омс|полис|рнокпп|іпн|ідентифікаційний код|رقم الهوية|رقم الهوية الوطنية|الرقم القومي|رقم الإقامة|ת.ז|ת"ז|ת״ז|תעודת זהות|מספר זהות|आधार|आधार संख्या|आधार नंबर|पैन|पैन नंबर|मतदाता पहचान पत्र|वोटर आईडी|身份证|身份证号|身份证号码|身分證字號|身份號碼|个人番号|個人番号|マイナンバー|基礎年金番号|保険証番号|被保険者番号|주민등록번호|주민번호|외국인등록번호|건강보험증번호|cccd|cmnd|nik',
  passport:
    "passport|passport number|passport no|driver's license|driver’s license|driving licence|driving license|driver license|licence number|license number|id card|id card number|reisepass|reisepass nr|reisepassnummer|passnummer|personalausweis|personalausweisnummer|ausweisnummer|führerschein|führerscheinnummer|passeport|passeport n°|numéro de passeport|carte d'identité|permis de conduire|pasaporte|número de pasaporte|carné de conducir|licencia de conducir|carta d'identità|carta d'identità n|passaporto|patente|passaporte|carta de condução|cnh|paspoort|paspoortnummer|rijbewijs|rijbewijsnummer|identiteitskaart|dowód osobisty|nr dowodu|numer dowodu|seria i numer dowodu|paszport|nr paszportu|prawo jazdy|pass|körkort|körkortsnummer|pas|pasnummer|kørekort|kørekortnummer|passi|passin numero|ajokortti|občanský průkaz|občanský průkaz č|číslo op|pas|cestovní pas|řidičský průkaz|pasaport|pasaport no|ehliyet no|ehliyet|паспорт|серия и номер паспорта|загранпаспорт|водительское удостоверение|номер паспорта|посвідчення водія|закордонний паспорт|جواز السفر|رقم جواز السفر|رخصة القيادة|דרכון|מספר דרכון|רישיון נהיגה|पासपोर्ट|पासपोर्ट संख्या|पासपोर्ट नंबर|ड्राइविंग लाइसेंस|护照|护照号|护照号码|護照號碼|驾驶证号|旅券番号|パスポート番号|運転免許証番号|免許証番号|在留カード番号|여권번호|운전면허번호|운전면허증 번호|hộ chiếu|paspor",
  vat_id:
    "vat|vat id|vat number|vat no|ust-idnr|ust-id|umsatzsteuer-id|uid|siret|siren|n° tva|numéro de tva|cif|nif empresa|cuit|partita iva|p.iva|p. iva|cnpj|btw-nummer|btw|kvk-nummer|nip|regon|organisationsnummer|momsnr|cvr|cvr-nummer|cvr-nr|y-tunnus|ičo|dič|ič dph|vergi no|vergi numarası|vkn|огрн|окпо|кпп|єдрпоу|код єдрпоу|统一社会信用代码|税号|法人番号|사업자등록번호|ח.פ|עוסק מורשה",
};

/** Words that may precede the name of a field without changing its meaning. */
const qualifiers =
  /^(?:(?:the|my|your|his|her|our|their|new|old|current|permanent|primary|emergency|home|private|work|legal|print|printed|customer|client|patient|employee|tenant|contact|billing|shipping|delivery|mailing|postal|registered|neue?|aktuelle|nouvelle|nueva|nuovo|nova|nieuwe?|nowy|ny|uusi|nová|yeni|новый|новий|新)[ _-])+/u;

const types = new Map<string, Kind>();
for (const [type, list] of Object.entries(names))
  for (const name of list.split("|")) if (!types.has(name)) types.set(name, type as Kind);

/** Returns the type of the data in a field or column of a name, if it holds personal data. */
export function getFieldType(name: string): Kind | undefined {
  const plain = name
    .trim()
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .replaceAll(/[_\s]{1,8}/g, " ")
    .replace(/^[#*\- ]{1,8}/, "")
    .replace(/[*.?: ]{1,8}$/, "");
  return (
    types.get(plain) ??
    types.get(plain.replace(qualifiers, "")) ??
    types.get(plain.replace(/ (?:no|nr|number|num|n°|nº|№|č)$/u, "")) ??
    types.get(plain.replaceAll("-", " "))
  );
}
