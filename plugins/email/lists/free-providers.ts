/**
 * Returns whether a domain is a free email provider or an internet provider for homes. Maintained by
 * hand, because the lists on npm include newspapers, shops and public suffixes that offered addresses
 * twenty years ago. Rejecting those would reject their staff.
 */
export function isFreeProvider(domain: string): boolean {
  return providers.has(domain);
}

/** Providers whose names are often mistyped, most popular first. */
export const popular: readonly string[] = words(
  `
    gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com protonmail.com
    comcast.net me.com mail.com gmx.com gmx.de web.de yandex.ru mail.ru qq.com googlemail.com
    ymail.com rocketmail.com sbcglobal.net verizon.net bellsouth.net cox.net charter.net
    earthlink.net optonline.net btinternet.com fastmail.com zoho.com proton.me tutanota.com
    t-online.de freenet.de gmx.net gmx.at gmx.ch orange.fr wanadoo.fr free.fr laposte.net sfr.fr
    libero.it virgilio.it tiscali.it rediffmail.com hotmail.co.uk yahoo.co.uk yahoo.co.in yahoo.fr
    yahoo.de hotmail.fr hotmail.de hotmail.it hotmail.es outlook.fr outlook.de live.co.uk live.fr
    naver.com hanmail.net 163.com 126.com yandex.com rambler.ru seznam.cz onet.pl uol.com.br
    bol.com.br terra.com.br bigpond.com rogers.com shaw.ca sympatico.ca bluewin.ch telenet.be
    skynet.be ziggo.nl kpnmail.nl`,
);

const providers = new Set<string>([
  ...popular,
  ...under(
    "yahoo",
    `
    ae at be bg ca ch cl cn com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph
    com.sg com.tr com.tw com.ve com.vn co.id co.il co.jp co.kr co.nz co.th co.uk co.za cz de dk es
    fi fr gr hr hu ie in it jp lt lv nl no pl pt ro rs ru se si sk`,
  ),
  ...under(
    "hotmail",
    `
    at be ca ch cl co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.hk
    com.mx com.tr com.tw com.vn cz de dk es fi fr gr hu it lt lv my nl no ph pl pt ro rs ru se sg sk`,
  ),
  ...under(
    "live",
    `
    at be ca ch cl cn co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg de dk fi fr
    hk ie in it jp nl no pt ru se`,
  ),
  ...under(
    "outlook",
    `
    at be bg cl co co.id co.il co.nz co.th com.ar com.au com.br com.gr com.hr com.mx com.pe com.tr
    com.vn cz de dk es fi fr hu ie in it jp kr lv my ph pl pt ro sa se sg si sk`,
  ),
  ...under("gmx", "at ca ch cn co.in co.uk es eu fr hk ie it li org ph pt ru se sg tw us"),
  ...under("yandex", "az by com.tr ee fr kg kz lt lv md pl tj tm ua uz"),
  ...under("zoho", "eu in com.au com.cn jp"),
  ...words(
    `
    ymail.co.uk aim.com netscape.net love.com wow.com games.com myyahoo.com passport.com
    windowslive.com msn.co.uk mac.com privaterelay.appleid.com pm.me tuta.com tuta.io tuta.de
    tutamail.com tutanota.de keemail.me mailfence.com hushmail.com hush.com hushmail.me
    startmail.com posteo.de posteo.net mailbox.org runbox.com disroot.org riseup.net countermail.com
    fastmail.fm hey.com duck.com zohomail.com zohomail.eu zohomail.in`,
    `
    inbox.com inbox.lv inbox.ru list.ru bk.ru internet.ru ya.ru narod.ru rambler.ua lenta.ru
    autorambler.ru myrambler.ru ro.ru pochta.ru qip.ru ukr.net i.ua meta.ua bigmir.net email.ua
    online.ua tut.by`,
    `
    vip.163.com vip.126.com vip.qq.com foxmail.com yeah.net sina.com sina.cn vip.sina.com sohu.com
    tom.com aliyun.com 139.com 189.cn wo.cn 188.com 263.net daum.net nate.com kakao.com hanmir.com
    docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ybb.ne.jp nifty.com biglobe.ne.jp
    excite.co.jp goo.jp ocn.ne.jp rediff.com indiatimes.com yam.com hinet.net pchome.com.tw
    seed.net.tw singnet.com.sg starhub.net.sg streamyx.com`,
    `
    email.de mail.de online.de arcor.de vodafone.de freenet.com kabelmail.de unitybox.de o2online.de
    o2mail.de netcologne.de ewe.net ewetel.net magenta.de gmx.info aon.at chello.at a1.net inode.at
    hispeed.ch sunrise.ch swissonline.ch bluemail.ch`,
    `
    neuf.fr club-internet.fr numericable.fr bbox.fr aliceadsl.fr cegetel.net noos.fr voila.fr
    dbmail.com net-c.com caramail.com alice.it tin.it inwind.it iol.it email.it fastwebnet.it
    poste.it tiscalinet.it telefonica.net terra.es ono.com ya.com movistar.es mixmail.com sapo.pt
    clix.pt netcabo.pt iol.pt mail.pt`,
    `
    xs4all.nl home.nl planet.nl hetnet.nl chello.nl upcmail.nl casema.nl quicknet.nl online.nl
    zonnet.nl kpnplanet.nl live.be proximus.be scarlet.be pandora.be`,
    `
    talktalk.net talk21.com sky.com virginmedia.com virgin.net ntlworld.com blueyonder.co.uk
    tiscali.co.uk btopenworld.com plusnet.com plus.com o2.co.uk fsmail.net freeserve.co.uk
    eircom.net iol.ie`,
    `
    telia.com bredband.net comhem.se spray.se passagen.se swipnet.se online.no broadpark.no
    getmail.no frisurf.no mail.dk tdcadsl.dk jubii.dk ofir.dk stofanet.dk luukku.com kolumbus.fi
    elisanet.fi suomi24.fi pp.inet.fi saunalahti.fi`,
    `
    wp.pl o2.pl op.pl interia.pl interia.eu poczta.onet.pl poczta.fm gazeta.pl tlen.pl vp.pl onet.eu
    email.cz post.cz centrum.cz volny.cz atlas.cz azet.sk centrum.sk zoznam.sk post.sk pobox.sk
    freemail.hu citromail.hu indamail.hu t-online.hu vipmail.hu abv.bg mail.bg dir.bg gbg.bg
    siol.net net.hr inet.hr one.lt mail.ee hot.ee online.ee otenet.gr forthnet.gr in.gr hol.gr
    freemail.gr pathfinder.gr mynet.com superonline.com walla.com walla.co.il 013.net bezeqint.net
    netvision.net.il zahav.net.il`,
    `
    att.net pacbell.net ameritech.net swbell.net flash.net snet.net nvbell.net prodigy.net
    frontier.com frontiernet.net centurylink.net centurytel.net embarqmail.com q.com windstream.net
    mindspring.com juno.com netzero.net netzero.com peoplepc.com roadrunner.com rr.com optimum.net
    suddenlink.net mediacombb.net rcn.com wowway.com cableone.net hughes.net tds.net usa.net
    lycos.com excite.com mail2world.com email.com usa.com myself.com consultant.com post.com
    techie.com engineer.com writeme.com europe.com asia.com dr.com iname.com cheerful.com
    accountant.com pobox.com bigfoot.com rogers.ca bell.net videotron.ca cogeco.ca telus.net
    eastlink.ca sasktel.net mts.net`,
    `
    ig.com.br globo.com globomail.com r7.com zipmail.com.br oi.com.br superig.com.br pop.com.br
    hotmail.com.br fibertel.com.ar arnet.com.ar ciudad.com.ar speedy.com.ar prodigy.net.mx
    latinmail.com starmedia.com vtr.net adinet.com.uy`,
    `
    optusnet.com.au iinet.net.au internode.on.net tpg.com.au westnet.com.au ozemail.com.au
    dodo.com.au bigpond.net.au xtra.co.nz slingshot.co.nz mweb.co.za telkomsa.net vodamail.co.za
    webmail.co.za iafrica.com lantic.net`,
  ),
]);

/** All providers, most popular first. */
export const allProviders: readonly string[] = [...providers];

function under(name: string, suffixes: string): string[] {
  return words(suffixes).map((suffix) => `${name}.${suffix}`);
}

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.trim().split(/\s+/));
}
