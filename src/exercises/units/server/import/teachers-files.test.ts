import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readFile } from './read-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'teachers-'))
afterAll(() => rmSync(dir, { recursive: true }))

const bytesOf = (value: string) => new TextEncoder().encode(value)
const json = (value: unknown) => bytesOf(JSON.stringify(value))
const packed = (files: Zippable) => zipSync(files)

const h5p = (mainLibrary: string, content: unknown, more: Zippable = {}) =>
  packed({ 'h5p.json': json({ title: 'Test', mainLibrary }), 'content/content.json': json(content), ...more })
const inner = (library: string, params: unknown) => ({ library, params, subContentId: 'a', metadata: {} })

const sheet = (rows: string[][]) =>
  bytesOf(
    `<worksheet><sheetData>${rows
      .map(
        (row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  )
const workbook = (...sheets: string[][][]) =>
  packed({
    'xl/workbook.xml': bytesOf('<workbook/>'),
    ...Object.fromEntries(sheets.map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet(rows)])),
  })

const moodle = (...questions: string[]) => bytesOf(`<?xml version="1.0"?><quiz>${questions.join('')}</quiz>`)
const asked = (type: string, text: string, more = '') =>
  `<question type="${type}"><name><text>${type}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${more}</question>`

const qtiItem = (body: string, rules = '') => `<?xml version="1.0"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q1" title="Item" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
<itemBody>${body}</itemBody>${rules}</assessmentItem>`
const choices =
  '<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Hauptstadt?</prompt><simpleChoice identifier="A">Rom</simpleChoice><simpleChoice identifier="B">Bari</simpleChoice></choiceInteraction>'
const manifest = (resources: string) =>
  bytesOf(
    `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><organizations/><resources>${resources}</resources></manifest>`,
  )

/** Files as teachers have them: name, bytes, and what becomes of them: types of tasks, reasons of what is left out or changed, or why nothing is read. */
const files: [string, string, Uint8Array, (string | { reason: string })[] | string][] = [
  [
    'GIFT copied out of a word processor, with its quotes and a category',
    'Biologie Kl 7.txt',
    bytesOf(
      '\ufeff$CATEGORY: Biologie/Zelle\r\n\r\n::Frage „1“:: Was ist grün? {=Chlorophyll ~Blut#Nein – rot!}\r\n\r\nDie Zelle lebt. {T}\r\n',
    ),
    ['choice', 'true_false'],
  ],
  [
    'Aiken with Windows line ends and an answer that is none of the options',
    'quiz.txt',
    bytesOf(
      'Wie viel ist 2+2?\r\nA. 3\r\nB. 4\r\nANSWER: B\r\n\r\nWie viel ist 3+3?\r\nA. 6\r\nB. 7\r\nANSWER: D\r\n',
    ),
    ['choice', { reason: 'incomplete' }],
  ],
  [
    'Moodle questions of a bank: drawn ones, ones with plugins nobody has, a category of the course',
    'fragen-Kurs-20240101.xml',
    moodle(
      '<question type="category"><category><text>$course$/top/Standard für 7b</text></category></question>',
      asked('randomsamatch', ''),
      asked('stack', 'Leite ab.'),
      asked('geogebra', 'Zeichne.'),
      asked('truefalse', 'Rom liegt in Italien.', '<answer fraction="100"><text>true</text></answer>'),
    ),
    [{ reason: 'pool' }, { reason: 'program' }, { reason: 'unknown_type' }, 'true_false'],
  ],
  [
    'Moodle questions whose answers are empty or stand in tables of a word processor',
    'export.xml',
    moodle(
      asked('multichoice', '<p>Leer</p>', '<single>true</single>'),
      asked(
        'shortanswer',
        '<table><tr><td>Was?</td></tr></table>',
        '<answer fraction="100"><text>ja</text></answer>',
      ),
      asked('matching', 'Alt'),
    ),
    [{ reason: 'incomplete' }, 'short_text', { reason: 'incomplete' }],
  ],
  [
    'a Kahoot table with two questions and an instruction sheet in front',
    'Kahoot.xlsx',
    workbook(
      [['Kahoot! Quiz template'], ['Add questions on the next sheet']],
      [
        [
          '',
          'Question - max 120 characters',
          'Answer 1 - max 75 characters',
          'Answer 2',
          'Answer 3',
          'Answer 4',
          'Time limit (sec)',
          'Correct answer(s)',
        ],
        ['1', 'Wo?', 'hier', 'dort', '', '', '20', '1'],
        ['2', 'Wann?', 'jetzt', 'nie', '', '', '20', ''],
      ],
    ),
    [{ reason: 'sheet' }, 'choice', { reason: 'incomplete' }],
  ],
  [
    'a list of marks, not of questions',
    'Noten 7b.xlsx',
    workbook([
      ['Name', 'Vorname', 'Note 1', 'Note 2', 'Schnitt'],
      ['Maier', 'Eva', '2', '1', '1,5'],
      ['Schulz', 'Tom', '3', '2', '2,5'],
    ]),
    'unknown_format',
  ],
  [
    'vocabulary in two columns with an empty line and a word that lacks its meaning',
    'Unit 3.csv',
    bytesOf('dog;Hund\n;\ncat;Katze\nhorse;\nbird;Vogel\n'),
    ['flashcards', { reason: 'incomplete' }],
  ],
  [
    'a Word document with another name',
    'Arbeitsblatt.docx',
    packed({ 'word/document.xml': bytesOf('<w/>') }),
    'no_content',
  ],
  [
    'a presentation saved as a package of H5P',
    'Folien.h5p',
    bytesOf('%PDF-1.7 not a package'),
    'not_a_package',
  ],
  [
    'H5P whose content is another one than its head says',
    'kaputt.h5p',
    h5p('H5P.MultiChoice 1.16', { text: '<p>Welche?</p>' }),
    [{ reason: 'incomplete' }],
  ],
  [
    'H5P of a column with a page that is empty and a library nobody knows',
    'Kurs.h5p',
    h5p('H5P.Column', {
      content: [
        { content: inner('H5P.AdvancedText 1.1', { text: '<p>Lies das.</p>' }) },
        { content: inner('H5P.MyOwnThing 3.0', { anything: [1, { deep: null }] }) },
        { content: null },
        'nothing',
        {
          content: inner('H5P.TrueFalse 1.8', { question: '<p>Rom liegt in Italien.</p>', correct: 'true' }),
        },
      ],
    }),
    ['info', ...Array(3).fill({ reason: 'unknown_type' }), 'true_false'],
  ],
  [
    'H5P with a content that is a list',
    'liste.h5p',
    h5p('H5P.QuestionSet 1.20', [1, 2, 3]),
    [{ reason: 'incomplete' }],
  ],
  [
    'H5P with numbers where words belong',
    'zahlen.h5p',
    h5p('H5P.Blanks 1.14', { text: 7, questions: [42, null, '<p>2 + 2 = *4*</p>'] }),
    ['gap_text'],
  ],
  [
    'a QTI package of TAO with a response rule of its own and a style',
    'tao.zip',
    packed({
      'imsmanifest.xml': manifest(
        '<resource identifier="i1" type="imsqti_item_xmlv2p1" href="i1/qti.xml"><file href="i1/qti.xml"/></resource>',
      ),
      'i1/qti.xml': bytesOf(
        qtiItem(
          choices,
          '<responseProcessing><responseCondition><responseIf><and/></responseIf></responseCondition></responseProcessing>',
        ),
      ),
      'i1/style.css': bytesOf('p{}'),
    }),
    ['choice', { reason: 'scoring' }],
  ],
  [
    'a cartridge of Canvas in QTI 1.2',
    'canvas.imscc',
    packed({
      'imsmanifest.xml': manifest(
        '<resource identifier="q" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment" href="q.xml"/>',
      ),
      'q.xml': bytesOf(
        '<questestinterop><assessment ident="a" title="Quiz"><section><item ident="i"/></section></assessment></questestinterop>',
      ),
    }),
    'unknown_format',
  ],
  [
    'a QTI item with a broken neighbour',
    'zwei.zip',
    packed({
      'imsmanifest.xml': manifest('<resource href="a.xml"/><resource href="b.xml"/>'),
      'a.xml': bytesOf(qtiItem(choices)),
      'b.xml': bytesOf('<assessmentItem title="b"><itemBody>'),
    }),
    ['choice', { reason: 'unreadable' }],
  ],
  [
    'cards of Anki with sounds, pictures and gaps',
    'deck.txt',
    bytesOf(
      '#separator:tab\n#html:true\nHund<br>[sound:a.mp3]\tdog\nRom ist {{c1::Hauptstadt}}.\t\n<img src="a.jpg">\tcat\n',
    ),
    ['gap_text', 'flashcards', { reason: 'media' }, { reason: 'media' }],
  ],
  [
    'an export of a learning platform that is a web page',
    'quiz.xml',
    bytesOf('<!DOCTYPE html><html><body>x</body></html>'),
    'has_doctype',
  ],
  ['an empty file', 'leer.gift', new Uint8Array(), 'no_content'],
  [
    'a table of our own with kinds we do not have and numbers that are none',
    'eigene.csv',
    bytesOf(
      'type,prompt,content,options,points\nchoice,Wo?,"* hier\ndort",,viele\nhologram,Was?,x,,1\nchoice,,,,\n',
    ),
    ['choice', { reason: 'unknown_type' }, { reason: 'incomplete' }],
  ],
  [
    'a package of pictures alone',
    'bilder.zip',
    packed({ 'a.png': new Uint8Array([137, 80, 78, 71]), 'b.jpg': new Uint8Array([255, 216]) }),
    'no_content',
  ],
]

test.each(files)('%s', async (_what, name, bytes, expected) => {
  const path = join(dir, 'file')
  writeFileSync(path, bytes)
  const found = await readFile({ name, path })
  if (typeof found === 'string' || typeof expected === 'string') {
    const isEmpty = typeof found !== 'string' && found.pages.length + found.report.length === 0
    expect(isEmpty ? 'no_content' : found).toEqual(expected)
    return
  }
  const types = found.pages.flatMap(({ elements }) => elements.map(({ type }) => type))
  const reasons = found.report.flatMap(({ reason, others = [] }) => (reason ? [reason, ...others] : []))
  expect(types).toEqual(expected.filter((each) => typeof each === 'string'))
  expect(reasons.toSorted()).toEqual(
    expected.flatMap((each) => (typeof each === 'string' ? [] : [each.reason])).toSorted(),
  )
})
