/**
 * The names of keys, types and values in ISO 32000-2 and ISO 19005. They reveal nothing about a
 * file, and renaming one would break it.
 */
const formatNames = `
  0 1 2 3 4 5 6 7 8 9 90ms-RKSJ-H 90ms-RKSJ-V A A85 AA ADBE AESV2 AESV3 AF AFRelationship AHx AIS
  AP AS ASCII ASCII85Decode ASCIIHexDecode Absolute AbsoluteColorimetric AccurateScreens AcroForm
  Action Actions ActiveAnnotation ActualText Adobe Adobe-Identity-H Adobe-Identity-UCS
  Adobe-Japan1-0 Adobe.PPKLite Adobe.PPKMS Adobe.PubSec After All AllOff AllOn AllPages Alpha
  AlphaNum Alt Alternate AlternateImages AlternatePresentations Alternates Always And Angle Annot
  Annotation Annotations Annots AnyOff AnyOn AppDefault Appearance Approved Arab Architecture
  Arial Art ArtBox Artifact AsIs Ascent Aside Assertion Asset Attached Attestation AuthEvent
  Author Auto AvgWidth BBox BC BE BG BG2 BI BM BPC BS BU Background Background0 BackgroundColor
  Base BaseEncoding BaseFont BaseState Baseline BaselineShift Bates Bead Before Begin BibEntry
  BitPerComponent BitsPerComponent BitsPerCoordinate BitsPerFlag BitsPerSample Bl Black BlackIs1
  BlackPoint BleedBox Blend BlendMode Blinds Block BlockAlign BlockQuote Blue BlueFuzz BlueScale
  BlueShift BlueValues Bold Border BorderColor BorderStyle BorderThickness Both Bottom Bounds Box
  BrotliDecode Btn Butt Bx ByteRange C C0 C1 CA CCF CCITTFaxDecode CF CFM CIDCount CIDFontType0
  CIDFontType0C CIDFontType2 CIDInit CIDMapOffset CIDSet CIDSystemInfo CIDToGIDMap CMYK CMap
  CMapName CMapType CMapVersion CO CP CS CSP CT CV CalGray CalRGB CapHeight Caption Caret Category
  CenterWindow CenturyGothic Cert Ch Changes CharProcs CharSet CharStrings CheckSum Choice1 Ci
  Circle ClassMap ClosedArrow ClrF ClrFf ClrFg CoBo CoOb Code ColSpan Collection Color ColorBurn
  ColorDodge ColorSpace ColorSpaces ColorTransform Colorants Colors Column ColumnCount ColumnGap
  ColumnWidths Columns Comic Comments Compatible CompressionLevel Confidential Configurations
  ContactInfo ContentStream Contents Coords CopyLocalImage Cosine CosineDot Count Cour Courier
  Courier-Bold Courier-BoldOblique Courier-Oblique Cover CreationDate Creator CreatorInfo Crop
  CropBox Cross Crypt CryptFilter CryptFilterDecodeParms Cur Current Cyan D DA DCT DCTDecode DL
  DOS DP DPM DPart DPartRoot DR DSS DTS DW DW2 Darken Decode DecodeParms DefaultCMYK
  DefaultForPrinting DefaultGray DefaultRGB Deflate Delegate Departmental Desc DescendantFonts
  Descent Design Dest DestOutputProfile DestOutputProfileRef Dests Detached DetailLevel DeviceCMYK
  DeviceGray DeviceN DeviceRGB Diamond Difference Differences Dim Direction Disc Disk
  DisplayDocTitle Dissolve Distribute Doc DocMDP DocOpen DocTimeStamp Document DocumentFragment
  Domain Dotted Double DoubleDot Down Draft Duplex DuplexFlipLongEdge DuplexFlipShortEdge Dur EF
  EFF EFOpen EI ETSI.CAdES.detached ETSI.RFC3161 ETen-B5-H EUC-H EarlyChange Ellipse EllipseA
  EllipseB EllipseC Em Embedded EmbeddedFile EmbeddedFiles Encode EncodedByteAlign Encoding
  Encrypt EncryptMetadata Encryption End EndOfBlock EndOfLine Endnote Entity Even Event Everyone
  Ex ExData Exclude Exclusion ExpansionFactor Experimental ExpertEncoding Expired Export
  ExportState ExtGState Extend ExtensionLevel ExtensionRevision Extensions ExtensionsURL F FD
  FDBytes FDF FDecodeParms FENote FFilter FG FL FS FT FWParams FWPosition FWScale FamilyBlues
  FamilyOtherBlues Field FieldMDP Fields Figure FileAttachment FileSize Filespec Filter Final
  First FirstChar Fit FitB FitBH FitBV FitH FitR FitV FitWindow Fixed FixedPrint Fl Flags Flash
  FlateDecode Fm0 Fo Folder Font Font1 FontBBox FontDescriptor FontFamily FontFauxing FontFile
  FontFile2 FontFile3 FontMatrix FontName FontPath FontStretch FontStyle FontWeight Footer
  Footnote ForComment ForPublicRelease ForceBold Form FormType Formula Fragment Frame FrameExtra
  FreeText FromPage Full FullSave FullScreen Function FunctionType Functions G GB-EUC-H GBK-EUC-H
  GDBytes GS0 GTS_PDFA1 GTS_PDFE1 GTS_PDFX Gamma Generic Geo GeoPDF Glitter
  GlyphOrientationVertical GoTo GoTo3DView GoToDp GoToE GoToR Gothic Graph Green Groove Group H H1
  H2 H3 H4 H5 H6 HF HI HT HTO Halftone HalftoneName HalftoneType HardLight HeBo Header HeaderCols
  Headers Height Helv Helvetica Helvetica-Bold Helvetica-BoldOblique Helvetica-Oblique Hid Hide
  HideMenubar HideToolbar HideWindowUI Highlight Hm0 Hn HorizScale Hue Hyphen I IC ICCBased ID IDS
  IDTree IF IM INKS IRT ISO_PDFE1 IT IX Icon IconFit Identical Identity Identity-H Identity-V Im0
  Image ImageB ImageC ImageI ImageMask Import ImportData Include Indent Index Indexed Info Ink
  InkList Inline InlineAlign InlineShape Insert Inset Instances Intent Interpolate Invert
  InvertedDouble InvertedDoubleDot InvertedEllipseA InvertedEllipseC InvertedSimpleDot Italic
  ItalicAngle Ix JBIG2Decode JBIG2Globals JPX JPXDecode JS JavaScript JavaScriptActions Justify K
  KSCms-UHC-H Key KeyWords Keystroke Keywords Kids L L2 L2R LBody LC LE LI LJ LLE LLO LNK LS LTV
  LW LZW LZWDecode Lab Label Lang LanguageGroup Last LastChar LastModified LastPage Launch Layout
  Lbl Left Legal LegalAttestation LegendDate Length Length1 Length2 Length3 Length4 Level1 Lexical
  Lighten Limits Line LineArt LineHeight LineThrough LineX LineY Linearized Link List ListMark
  ListNumbering Location Lock Lower LowerAlpha LowerRoman LrTb Luminosity LwCase M MC MCID MCR MD5
  MK ML MMType1 MP MR MU MWidth Mac MacExpertEncoding MacOS MacRomanEncoding Magenta Manifest
  MarkInfo Marked Mask Math MathML Matrix Matrix0 Matte Max MaxLen MaxWidth Measure Media MediaBox
  MediaClip MediaClips MediaPlayer Mesh Metadata Middle Min MinBitDepth MinScreenSize Minor
  MissingWidth MixingHints ModDate Mode Monospaced Movie MovieActions Movies Multimedia Multiply N
  NA NChannel NM NP NR NS NSO Name Named Names Namespaces NeedAppearances NeedsRendering
  NewParagraph NewWindow Next Nm No NoOp NoPrint NonEFontNoWarn NonEmbeddedFonts
  NonFullScreenPageMode NonStruct None Nonsymbolic Normal Not NotApproved NotForPublicRelease Note
  NumCopies NumberFormat Numbering Nums O OB OBJ OBJR OC OCG OCGs OCMD OCProperties OE OFF OID ON
  OP OPI OPM OS Obj ObjStm ObjectStream Oc Odd Off OnInstantiate Once OneColumn Open OpenAction
  OpenArrow OpenType Operation OptionalContent Or Order Ordering Orientation Ornament OtherBlues
  Outline Outlines OutputCondition OutputConditionIdentifier OutputIntent OutputIntents Outset
  Overlay Overprint P PA PC PCM PD PDF PI PKCS7 PL PMD PO PS PV PZ Padding Page PageElement
  PageElements PageImage PageLabels PageLayout PageMode PageX PageY Pages Pagination PaintType
  Panose ParaIndent Params Parent ParentTree ParentTreeNextKey Part Partial PassThrough Password
  Paths Pattern PatternType Perceptual Perms Pg PickTrayByPDFSize PieceInfo PitchAndFamily
  Placement Play PlayCount PlayerInfo PointData PolyLine Polygon Popup Poster Pr Pre PreRelease
  Predictor PreferStyle PresSteps Preserve PreserveRB Prev Print PrintArea PrintClip
  PrintPageRange PrintScaling PrintState PrinterMark PrinterMarks Printers Private ProcSet Process
  Processing Producer ProjCS PronunciationLexicon Prop Prop_AuthTime Prop_AuthType Prop_Build
  Properties PtData Push Q Q4 QuadPoints Quads Quarterly Quote R R0 R2L RB RBGroup RBGroups RC
  RClosedArrow RD RF RGB RH RI RL ROpenArrow RP RT RV RVs RadialAxial Radio Range Rate Reason
  Recipients Rect Red Ref RefArtifact Reference Registry RegistryName Relational
  RelativeColorimetric Rendition Renditions Replace ReqHandler ReqHandlers Requirement
  Requirements ResetForm Resolution Resources Result Rhomb Rhomboid RichMedia RichMediaContent
  Ridge Right Role RoleMap Roman RomanNumeral Root Rotate Rotation Round Row RowSpan Rows Ruby
  RubyAlign RubyPosition Run RunLength RunLengthDecode S SA SDBytes SE SHA1 SHA256 SHA384 SHA512
  SI SIS SM SMask SMaskInData SP SPS SR SV SVCert Sans Saturation SaveAs Scale Schema Screen
  ScreenParams Script Sect SectionHeading Selected Sep Separation SeparationColorNames
  SeparationInfo Serif SetOCGState Sewn Shaded Shading ShadingType Short Sig SigFieldLock SigFlags
  SigQ SigRef Signature Signed SimpleDot Simplex SingleLine SinglePage SinkholeX Size Small
  SmallCap SoftLight Sold Solid Sort Sound SoundActions SpaceAfter SpaceBefore Span SpawnTemplate
  SpectralData SpiderContentSet SpiderInfo Split SpotFunction Square Squiggly Src St Stamp
  Standard StandardEncoding Start StartIndent StartResource State StateModel Status StdHW StdVW
  StemH StemSnapH StemSnapV StemV Steps Stm StmF StrF StrictCard StrikeOut Strong StructElem
  StructParent StructParents StructTreeRoot Structure Style Style1 Sub SubFilter SubPage Subj
  Subject SubrCount SubrMapOffset Subrs Subtype Supplement Suspects Symbol SymbolSetEncoding
  Symbolic Synchronous SysInfo T TB TBody TBorderStyle TD TF TFoot TH THead TI TID TIFF TK TOC
  TOCI TP TPadding TR TR2 TS TSize TU TV Table TableCell Tag TagSuspect Tagged Tax TbRl Tc
  TempTemplates Templates Text TextAlign TextDecorationColor TextDecorationThickness
  TextDecorationType TextIndent Thin Thread Threads Thumb TiBo TiRo TilingType Tilt Time TimeSpan
  TimeStamp Times Times-Bold Times-BoldItalic Times-Italic Times-Roman Timespan Title ToPage
  ToUnicode Toc Toggle Top TopSecret Trans Transfer TransferFunction TransformMethod
  TransformParams Transparency Transparent TrapNet TrapRegion TrapRegions TrapStyles Trapped
  TrappedColor TrimBox TrueType TtbRl TwoColumnLeft TwoColumnRight TwoPage TwoPageLeft
  TwoPageRight Tx TxtClr Type Type1 Type1C U UCR UCR2 UE UF UR UR3 URI USM Uncover Undefined
  Underline UniCNS-UCS2-H UniCNS-UTF16-H UniCNS-UTF16-V UniGB-UCS2-H UniGB-UTF16-H UniGB-UTF16-V
  UniJIS-UCS2-H UniJIS-UTF16-H UniJIS-UTF16-V UniKS-UCS2-H UniKS-UTF16-H UniKS-UTF16-V Uniform
  UniqueID Unix Unknown Unspecified Upper UpperAlpha UpperRoman Url Urls Usage UseAttachments
  UseBlackPtComp UseCMM UseNone UseOC UseOutlines UseThumbs User UserProperties UserUnit V VE VP
  VRI VeriSign VeriSign.PPKVS Version Vertical Vertices VerticesPerRow View ViewArea ViewClip
  ViewState ViewerPreferences Viewport Visible VisiblePages Volume W W2 WC WCaption WMode WP WS WT
  Warichu Watermark Weight WhereX WhitePoint Widget Width Widths Win WinAnsiEncoding Wipe
  WritingMode XA XD XFA XFAImages XHTML XHeight XM XML XN XObject XRef XRefStm XStep XUID XYZ
  YStep Year Yellow Yes ZaDb ZapfDingbats ZapfDingbatsEncoding adbe.pkcs7.detached adbe.pkcs7.sha1
  adbe.x509.rsa_sha1 application/json application/octet-stream application/pdf application/xml
  application/zip false image/jpeg image/png sRGB text/csv text/html text/plain text/xml true
`;

/** Glyph names of the Latin and symbol sets: Adobe Glyph List, and .notdef. */
const glyphNames = `
  .notdef A AE Aacute Acircumflex Adieresis Agrave Alpha Amacron Aogonek Aring Atilde B Beta C
  Cacute Ccaron Ccedilla Chi D Dcaron Dcroat Delta E Eacute Ecaron Ecircumflex Edieresis
  Edotaccent Egrave Emacron Eogonek Epsilon Eta Eth Euro F G Gamma Gbreve Gcommaaccent H I Iacute
  Icircumflex Idieresis Idotaccent Ifraktur Igrave Imacron Iogonek Iota J K Kappa Kcommaaccent L
  Lacute Lambda Lcaron Lcommaaccent Lslash M Mu N Nacute Ncaron Ncommaaccent Ntilde Nu O OE Oacute
  Ocircumflex Odieresis Ograve Ohungarumlaut Omacron Omega Omicron Oslash Otilde P Phi Pi Psi Q R
  Racute Rcaron Rcommaaccent Rfraktur Rho S Sacute Scaron Scedilla Scommaaccent Sigma T Tau Tcaron
  Tcommaaccent Theta Thorn U Uacute Ucircumflex Udieresis Ugrave Uhungarumlaut Umacron Uogonek
  Upsilon Upsilon1 Uring V W X Xi Y Yacute Ydieresis Z Zacute Zcaron Zdotaccent Zeta a aacute
  acircumflex acute adieresis ae agrave aleph alpha amacron ampersand angle angleleft angleright
  aogonek approxequal aring arrowboth arrowdblboth arrowdbldown arrowdblleft arrowdblright
  arrowdblup arrowdown arrowhorizex arrowleft arrowright arrowup arrowvertex asciicircum
  asciitilde asterisk asteriskmath at atilde b backslash bar beta braceleft braceright bracketleft
  bracketright breve brokenbar bullet c cacute caron ccaron ccedilla cedilla cent chi
  circlemultiply circleplus circumflex club colon comma congruent copyright currency d dagger
  daggerdbl dcaron dcroat degree delta diamond dieresis divide dollar dotaccent dotlessi dotmath e
  eacute ecaron ecircumflex edieresis edotaccent egrave eight element ellipsis emacron emdash
  emptyset endash eogonek epsilon equal equivalence eta eth exclam exclamdown existential f ff ffi
  ffl fi five fl florin four fraction g gamma gbreve gcommaaccent germandbls gradient grave
  greater greaterequal guillemotleft guillemotright guilsinglleft guilsinglright h heart
  hungarumlaut hyphen i iacute icircumflex idieresis igrave imacron infinity integral intersection
  iogonek iota j k kappa kcommaaccent l lacute lambda lcaron lcommaaccent less lessequal
  logicaland logicalnot logicalor lozenge lslash m macron minus minute mu multiply n nacute
  nbspace ncaron ncommaaccent nine notdef notelement notequal notsubset ntilde nu numbersign o
  oacute ocircumflex odieresis oe ogonek ograve ohungarumlaut omacron omega omega1 omicron one
  onehalf onequarter onesuperior ordfeminine ordmasculine oslash otilde p paragraph parenleft
  parenright partialdiff percent period periodcentered perpendicular perthousand phi phi1 pi plus
  plusminus product propersubset propersuperset proportional psi q question questiondown quotedbl
  quotedblbase quotedblleft quotedblright quoteleft quoteright quotesinglbase quotesingle r racute
  radical rcaron rcommaaccent reflexsubset reflexsuperset registered rho ring s sacute scaron
  scedilla scommaaccent second section semicolon seven sfthyphen sigma sigma1 similar six slash
  space spade sterling suchthat summation t tau tcaron tcommaaccent therefore theta theta1 thorn
  three threequarters threesuperior tilde trademark two twosuperior u uacute ucircumflex udieresis
  ugrave uhungarumlaut umacron underscore uni00A0 union universal uogonek upsilon uring v w
  weierstrass x xi y yacute ydieresis yen z zacute zcaron zdotaccent zero zeta
`;

const operators = `
  b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M
  MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "
  true false null
`;

const known = new Set(splitWords(formatNames + glyphNames));

/** The operators of content streams, and the three words that are values. */
export const contentWords: ReadonlySet<string> = new Set(splitWords(operators));

/** The names of character sets that define the codes of fonts. */
export const characterSets: ReadonlySet<string> = new Set(
  splitWords("Adobe Identity UCS Japan1 GB1 CNS1 Korea1 KR"),
);

/** Glyph names that consist of a number. */
const glyphNumber = /^(?:uni[\dA-F]{4}|u[\dA-F]{4,5}|(?:[a-zA-Z]|cid|gid|glyph|index)\d{1,5})$/;

/**
 * Returns whether a name, without its slash, belongs to the format or to a known set of glyph
 * names.
 */
export function isStandardName(name: string): boolean {
  return known.has(name);
}

/** Returns whether a name is only the number of a glyph. */
export function isGlyphNumber(name: string): boolean {
  return glyphNumber.test(name);
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
