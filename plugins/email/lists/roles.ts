/** Returns whether a local part is a role or group rather than a person (RFC 2142 and common usage). */
export function isRole(local: string): boolean {
  const plus = local.indexOf("+");
  return roles.has((plus > 0 ? local.slice(0, plus) : local).toLowerCase());
}

const roles = new Set(
  [
    // RFC 2142: what every domain should have.
    `
    info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www
    uucp ftp`,
    // Systems and their administrators.
    `
    admin administrator sysadmin sysop root daemon mailer-daemon devnull null noreply no-reply
    donotreply do-not-reply bounce bounces alert alerts monitor monitoring notification
    notifications notify nagios cron git ci devops ops it itsupport domains dns dnsadmin ssladmin
    ssladministrator sslwebmaster registrar is trouble`,
    // Mailing lists.
    `
    all everyone everybody list lists list-request majordomo listserv mailman newsletter newsletters
    subscribe unsubscribe undisclosed-recipients announce announcements staff team group members
    community`,
    // Customers.
    `
    contact contactus contact-us hello hi hey ask enquiries enquiry inquiries inquiry feedback help
    helpdesk service services customerservice customer-service customercare customersupport care
    complaints reception frontdesk booking bookings reservations reservation orders order shop store
    returns shipping delivery warranty tickets`,
    // Offices.
    `
    office mail email post accounts accounting accountspayable accounts-payable accountsreceivable
    ap ar billing invoice invoices payment payments payroll finance purchasing procurement legal
    privacy gdpr dpo dmca compliance copyright hr jobs job career careers recruiting recruitment
    resume cv press media pr publicrelations investors investor ir partners partner affiliate
    affiliates advertising ads events education training editor editorial management ceo cfo cto
    director board secretary dev developer developers engineering design product research lab qa
    test tester testing security-alert vulnerability`,
    // Other languages.
    `
    kontakt kundenservice kundendienst vertrieb verkauf buchhaltung rechnung rechnungen bewerbung
    personal presse datenschutz impressum poststelle sekretariat verwaltung zentrale anfrage
    bestellung contacto ventas soporte ayuda facturacion facturas administracion atencion prensa
    empleo rrhh reservas contato vendas suporte financeiro atendimento comercial commercial compta
    comptabilite facturation accueil secretariat direction rh recrutement bonjour contatti contatto
    vendite assistenza amministrazione segreteria fatture prenotazioni redazione biuro sklep
    kontakty obchod podpora verkoop administratie boekhouding klantenservice`,
  ].flatMap((line) => line.trim().split(/\s+/)),
);
