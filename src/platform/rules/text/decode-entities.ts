const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  euro: '€',
  deg: '°',
  times: '×',
  divide: '÷',
}

/** `&amp;` and its kin as the signs they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,24});/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return named[body.toLowerCase()] ?? namedSign(body) ?? whole
    const code = body[1]?.toLowerCase() === 'x' ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ''
  })
}

/** Names of HTML for signs, as older editors write them, in the order of their codes. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const greek =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho _ Sigma Tau Upsilon Phi Chi Psi Omega'
const others: Readonly<Record<string, string>> = {
  ...{ sigmaf: 'ς', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', trade: '™' },
  ...{ bull: '•', dagger: '†', prime: '′', Prime: '″', permil: '‰' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', rArr: '⇒', hArr: '⇔', minus: '−', sdot: '⋅' },
  ...{ le: '≤', ge: '≥', ne: '≠', asymp: '≈', equiv: '≡', infin: '∞', radic: '√', sum: '∑', prod: '∏' },
  ...{ int: '∫', part: '∂', isin: '∈', notin: '∉', cap: '∩', cup: '∪', sub: '⊂', sube: '⊆', empty: '∅' },
  ...{ ensp: ' ', emsp: ' ', thinsp: ' ', zwnj: '\u200c', zwj: '\u200d' },
}

const lower = (names: string) => names.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const inOrder = (names: string, from: number) =>
  names.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(from + at)])

const signs = new Map([
  ...inOrder(latin, 0xa0),
  ...inOrder(greek, 0x391),
  ...inOrder(lower(greek), 0x3b1),
  ...Object.entries(others),
])

/** The sign of a name between `&` and `;` beside those everybody writes; undefined: there is none. */
function namedSign(name: string): string | undefined {
  return signs.get(name)
}
