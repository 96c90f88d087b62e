import { describe, expect, test } from 'vitest'
import { bankText, type PainFile, painFile } from './pain001.ts'

const file: PainFile = {
  messageId: 'AUL-DE-000012',
  createdAt: new Date('2026-12-01T03:20:00.123Z'),
  executionDay: '2026-12-02',
  currency: 'EUR',
  debtor: { name: 'Aularium (Demonstrationsbetrieb)', iban: 'DE89370400440532013000', bic: null },
  payments: [
    {
      ...{ id: 'PO-DE-000017', amountCents: 2941, name: 'Jürgen Groß & Söhne <GmbH>' },
      ...{ iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX', purpose: 'Aularium Auszahlung PO-DE-000017' },
    },
    {
      ...{ id: 'PO-DE-000018', amountCents: 100_005, name: 'Ελένη Παπαδοπούλου' },
      ...{ iban: 'GR1601101250000000012300695', bic: null, purpose: 'Aularium πληρωμή PO-DE-000018' },
    },
  ],
}

/**
 * What may stand where (pain.001.001.09, CustomerCreditTransferInitiationV09), in the schema's order; `*` any number,
 * `?` at most one. Only the elements of the SEPA rules that we write; anything else is a mistake.
 */
const schema: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf*'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf?', 'ReqdExctnDt', 'Dbtr'],
    ...['DbtrAcct', 'DbtrAgt', 'ChrgBr', 'CdtTrfTxInf*'],
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt?', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  ...{ InitgPty: ['Nm'], Dbtr: ['Nm'], Cdtr: ['Nm'], PmtTpInf: ['SvcLvl'], SvcLvl: ['Cd'] },
  ...{ ReqdExctnDt: ['Dt'], DbtrAcct: ['Id'], CdtrAcct: ['Id'], PmtId: ['EndToEndId'], Amt: ['InstdAmt'] },
  ...{ DbtrAgt: ['FinInstnId'], CdtrAgt: ['FinInstnId'], FinInstnId: ['BICFI?', 'Othr?'], Othr: ['Id'] },
  RmtInf: ['Ustrd'],
}
const max35 = /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/
const texts: Readonly<Record<string, RegExp>> = {
  ...{ MsgId: max35, PmtInfId: max35, EndToEndId: max35 },
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  ...{ CtrlSum: /^\d{1,15}\.\d\d$/, InstdAmt: /^\d{1,9}\.\d\d$/ },
  Nm: /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  Ustrd: /^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/,
  ...{ PmtMtd: /^TRF$/, BtchBookg: /^true$/, Cd: /^SEPA$/, ChrgBr: /^(SLEV|SHAR)$/, Id: /^NOTPROVIDED$/ },
}

interface Node {
  name: string
  children: Node[]
  text: string
}

/** Our own files use elements, one attribute and the five entities: that is all this reads. */
function parse(xml: string): Node {
  const stack: Node[] = [{ name: '', children: [], text: '' }]
  for (const [, closing, name = '', text = ''] of xml
    .replace(/^<\?xml.*?\?>/, '')
    .matchAll(/<(\/?)([A-Za-z]+)[^>]*>([^<]*)/g)) {
    const open = stack.at(-1) as Node
    if (closing === '/') {
      expect(open.name).toBe(name)
      stack.pop()
    } else {
      const node = { name, children: [], text: text.trim() }
      open.children.push(node)
      stack.push(node)
    }
  }
  return stack[0]?.children[0] as Node
}

function check(node: Node): void {
  const isAccount = node.name === 'Id' && node.children.length > 0
  const allowed = isAccount ? ['IBAN'] : schema[node.name]
  if (allowed === undefined) {
    expect([node.name, node.text]).toEqual([node.name, expect.stringMatching(texts[node.name] ?? /^$/)])
    return
  }
  const form = allowed.map((each) => `(?:${each.replace(/[*?]$/, '')} )${/[*?]$/.exec(each)?.[0] ?? ''}`)
  expect(node.children.map(({ name }) => `${name} `).join('')).toMatch(new RegExp(`^${form.join('')}$`))
  for (const child of node.children) check(child)
}

describe('a file for the bank', () => {
  test.each([
    ['in euros', file],
    ['in pounds', { ...file, currency: 'GBP', debtor: { ...file.debtor, bic: 'COBADEFFXXX' } }],
  ])('keeps to the schema %s', (_, each) => check(parse(painFile(each))))

  test('names every payment with its cents, and their sum twice', () => {
    const xml = painFile(file)
    expect([...xml.matchAll(/<InstdAmt Ccy="EUR">(.*?)</g)].map(([, sum]) => sum)).toEqual([
      '29.41',
      '1000.05',
    ])
    expect([...xml.matchAll(/<CtrlSum>(.*?)</g)].map(([, sum]) => sum)).toEqual(['1029.46', '1029.46'])
    expect([...xml.matchAll(/<NbOfTxs>(.*?)</g)].map(([, count]) => count)).toEqual(['2', '2'])
    expect(painFile(file)).toBe(xml)
  })

  test('writes names in the signs that every bank takes', () => {
    expect(bankText('Jürgen Groß & Söhne <GmbH>')).toBe('Jurgen Gross + Sohne GmbH')
    expect(bankText('Ελένη Παπαδοπούλου')).toBe('Eleni Papadopoulou')
    expect(bankText('ΓΕΩΡΓΙΟΣ ΜΠΑΜΠΗΣ')).toBe('GEORGIOS BAMPIS')
    expect(bankText('Ευάγγελος Αυγερινός')).toBe('Evangelos Avgerinos')
    expect(bankText('Ευτυχία Ντάλα-Γκίκα')).toBe('Eftychia Ntala-Gkika')
    expect(bankText('Χρήστος Ψαράς, Θωμάς Ξένος')).toBe('Christos Psaras, Thomas Xenos')
    expect(bankText('Łukasz Ørsted Æbelø')).toBe('Lukasz Orsted Aebelo')
    expect(bankText('François L’Hôpital')).toBe("Francois L'Hopital")
  })
})
