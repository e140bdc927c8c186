const list = (words: string) => new Set(words.split(" "));

/** Abbreviations that something always follows: titles, references, comparisons. */
export const neverFinal = list(
  "n° nº mr mrs ms mx dr prof st mt ft gen rep sen gov pres lt col sgt cpl pvt capt cmdr adm maj brig rev " +
    "hon fr msgr supt insp vs cf viz approx fig figs eq eqs sec secs ch chap vol vols pp resp incl " +
    "excl e.g i.e eg ie al messrs mme mmes mlle mgr sra srta dra dña vgl bzw ca evtl ggf inkl exkl " +
    "bspw sog hrsg str nr tel abs abb art bd dipl ing mag z.b d.h u.a z.t s.o s.u o.ä i.d.r v.a " +
    "p.ej pág págs núm av avda dhr mevr drs mw bijv enz.v c.f p.ex m.m t.ex bl.a f.eks o.a",
);

/** Abbreviations that may close a sentence, if what follows opens one. */
export const maybeFinal = list(
  "inc ltd co corp llc plc bros jr sr esq phd ph.d m.d b.a m.a b.sc m.sc m.b.a d.c etc usw u.s.w enz " +
    "ave blvd rd dept est div assn univ ed eds a.m p.m a.d b.c b.c.e c.e u.s u.k u.n e.u u.s.a gmbh " +
    "ag no nos p mio mrd tsd mill ecc itd atd tzn min max hrs hr mins lb lbs oz tbsp tsp sq cu",
);

/** Short names of months and days, which numbers and names follow. */
export const calendar = list(
  "jan feb mar apr jun jul aug sep sept oct okt nov dec dez mon tue tues wed thu thur thurs fri sat sun",
);

/** Words with a capital that go on after an hour: "at 5 p.m. Monday", "at 5 p.m. EST". */
export const afterHour = list(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june " +
    "july august september october november december est edt cst cdt mst mdt pst pdt gmt utc bst cet cest",
);

/** Words that open a sentence far more often than they are part of a name. */
export const starters = list(
  "the this that these those it its he she they we you i a an and but or so if in on at as for from " +
    "with when while where what who why how there here his her their our my your after before since " +
    "because although though however meanwhile yet then now also both each every some many most no " +
    "not nor once until unless even let please thanks according despite during under over by to of " +
    "der die das ein eine es er sie wir ich und aber im am auf mit für bei nach wenn dann auch le la " +
    "les un une il elle ils nous et mais dans pour el los las en y pero se",
);

/** Languages that write ordinals with a full stop: "am 3. Oktober". */
export const ordinalLanguages = list(
  "de da no nb nn fi cs sk hu hr sl sr bs et lv is pl tr lb mk fo",
);
