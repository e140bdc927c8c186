/** The built-in sets of labels, each label with its indicative words. */
export const taxonomies = {
  topics: {
    politics:
      "government election vote parliament president minister senate congress law policy party campaign democracy coalition opposition referendum diplomat sanctions treaty mayor governor legislation political",
    business:
      "company market stock shares profit revenue investor startup merger acquisition earnings ceo sales quarter economy inflation interest bank trade industry customers supplier bankruptcy dividend growth",
    technology:
      "software computer internet app smartphone ai artificial intelligence algorithm data cloud chip processor server robot developer programming code cybersecurity digital device startup gadget laptop browser",
    science:
      "research scientist study experiment physics chemistry biology space planet galaxy telescope genome laboratory theory climate species fossil particle discovery nasa quantum molecule",
    health:
      "health doctor hospital patient disease virus vaccine treatment medicine cancer symptom therapy drug surgery nutrition diet mental clinic nurse infection diagnosis pandemic medical",
    sports:
      "game match team player coach goal score league championship tournament season football soccer basketball tennis olympic medal race win defeat striker stadium referee cup fans",
    entertainment:
      "film movie actor actress director music song album concert singer band series television streaming celebrity festival award oscar theatre show comedy drama netflix",
    travel:
      "travel flight hotel airport tourist vacation holiday trip beach luggage passport destination booking airline resort sightseeing tour cruise visa itinerary",
    food: "food recipe restaurant cook kitchen chef dish meal ingredient taste flavour delicious oven bake sauce wine vegetable cheese bread dinner lunch breakfast menu",
    education:
      "school university student teacher course exam degree lecture classroom homework curriculum scholarship learning professor campus tuition graduate college education",
    environment:
      "climate emission carbon pollution renewable solar wind energy recycling forest wildlife conservation drought flood warming biodiversity ecosystem sustainability plastic glacier",
    crime:
      "police arrest murder suspect court trial prison victim robbery fraud theft investigation detective charged convicted sentence shooting crime criminal lawyer judge jury",
    finance:
      "loan mortgage credit insurance pension savings tax budget investment bond fund portfolio account payment debt bitcoin cryptocurrency exchange currency wallet",
  },
  intent: {
    question:
      "how what when where why who which can could does is explain wonder know tell information clarify question curious help understand ?",
    complaint:
      "disappointed unacceptable broken terrible worst complaint angry frustrated never again refund poor rude waited defective damaged wrong still not working unhappy awful ridiculous",
    request:
      "please need want would like send provide could you request arrange add change update schedule forward share asap",
    purchase:
      "buy order price quote purchase cost discount subscription upgrade plan invoice pricing available stock deliver demo trial offer interested",
    cancellation:
      "cancel cancellation unsubscribe terminate stop close account delete end subscription refund opt out quit renew",
    technical_support:
      "error crash bug install login password reset not working failed screen connection update fix issue problem troubleshoot loading freeze code server",
    feedback:
      "feedback suggestion suggest improve idea feature would be great love like wish recommend review rating",
    greeting:
      "hello hi hey good morning afternoon evening greetings dear nice to meet welcome howdy",
    thanks: "thank thanks grateful appreciate gratitude appreciated cheers kind",
    appointment:
      "appointment meeting schedule book calendar available reschedule tomorrow monday time slot call meet visit reservation",
  },
  spam: {
    spam: "free winner won prize click claim cash bonus urgent offer limited act now guarantee guaranteed credit lottery congratulations selected investment earn income casino viagra pills cheap discount risk unsubscribe verify account suspended bitcoin crypto million inheritance prince lucky exclusive deal loan weight subscribe gift card voucher",
    legitimate:
      "meeting report attached regards project team schedule agenda question thanks update minutes document review tomorrow lunch family weekend invoice discuss draft notes feedback deadline call office school",
  },
  urgency: {
    critical:
      "emergency immediately outage down critical breach attack fire dangerous injured severe production data loss now life threatening security hacked stopped everyone",
    high: "urgent asap soon today deadline blocker important blocked cannot serious priority quickly broken escalate waiting tonight",
    normal:
      "please when could week next update question request change order information schedule help issue",
    low: "whenever sometime no rush minor suggestion idea eventually cosmetic nice someday fyi optional curious typo later convenience",
  },
  toxicity: {
    toxic:
      "idiot stupid moron dumb hate shut kill die loser trash garbage pathetic disgusting ugly worthless scum bastard bitch fuck fucking shit asshole retard cunt dick imbecile jerk freak pig filthy vermin hell damn crap suck sucks",
    neutral:
      "please thank think good great agree disagree maybe interesting opinion question help nice well understand kind right point sure friend discuss respectfully appreciate",
  },
} as const;

export type Taxonomy = keyof typeof taxonomies;
