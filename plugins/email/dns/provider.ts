/** Returns the mail provider by the names of the mail servers, or null if unknown. */
export function findMailProvider(exchanges: readonly string[]): string | null {
  for (const exchange of exchanges)
    for (const [name, domains] of providers)
      if (domains.some((domain) => exchange === domain || exchange.endsWith(`.${domain}`)))
        return name;
  return null;
}

const providers: [name: string, domains: string[]][] = Object.entries({
  google: "google.com googlemail.com smtp.goog",
  microsoft:
    "mail.protection.outlook.com outlook.com hotmail.com mx.microsoft olc.protection.outlook.com",
  yahoo: "yahoodns.net yahoo.com yahoo.co.jp",
  apple: "icloud.com apple.com",
  proton: "protonmail.ch proton.ch",
  tuta: "tutanota.de",
  fastmail: "messagingengine.com",
  zoho: "zoho.com zoho.eu zoho.in zohomail.com zoho.com.au",
  yandex: "yandex.net yandex.ru",
  mail_ru: "mail.ru",
  tencent: "qq.com exmail.qq.com",
  netease: "netease.com 163.com ym.163.com qiye.163.com",
  alibaba: "mxhichina.com aliyun.com",
  naver: "naver.com worksmobile.com",
  gmx: "gmx.net web.de mail.com",
  ionos: `
    kundenserver.de ionos.com ionos.de ionos.co.uk ionos.es ionos.fr ionos.it 1and1.com 1and1.co.uk
    perfora.net`,
  strato: "rzone.de",
  ovh: "ovh.net ovh.ca",
  gandi: "gandi.net",
  infomaniak: "infomaniak.ch",
  mailbox_org: "mailbox.org",
  posteo: "posteo.de",
  migadu: "migadu.com",
  hostinger: "hostinger.com",
  titan: "titan.email",
  namecheap: "privateemail.com registrar-servers.com",
  godaddy: "secureserver.net",
  rackspace: "emailsrvr.com",
  amazon: "amazonaws.com awsapps.com",
  cloudflare: "mx.cloudflare.net",
  mimecast: "mimecast.com mimecast.co.za",
  proofpoint: "pphosted.com ppe-hosted.com",
  barracuda: "barracudanetworks.com",
  cisco: "iphmx.com",
  trend_micro: "trendmicro.com trendmicro.eu",
  mailgun: "mailgun.org",
  sendgrid: "sendgrid.net",
  forward_email: "forwardemail.net",
  improvmx: "improvmx.com",
  simplelogin: "simplelogin.co",
}).map(([name, domains]) => [name, domains.trim().split(/\s+/)]);
