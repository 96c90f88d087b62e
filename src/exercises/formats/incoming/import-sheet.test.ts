import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { ImportRefusal } from './import-report.ts'
import type { Imported } from './imported.ts'
import { importCsv, importRows } from './imports.ts'

function read(source: string) {
  const found = importCsv(source, 'Quiz') as Imported
  return found.pages.flatMap((page) =>
    page.elements.map(({ type, data, prompt }) => ({ type, prompt, solution: typeOf(type)?.solution(data) })),
  )
}

describe('tables of makers of quizzes', () => {
  test('Kahoot: heads in the middle of the sheet, several right ones', () => {
    const rows = [
      'Quiz template,,,,,,',
      ',Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,Time limit (sec) – 5/10/20,Correct answer(s) - choose at least one',
      '1,Welche sind Primzahlen?,2,4,5,9,20,"1,3"',
      '2,Ohne Lösung?,a,b,,,20,',
    ]
    expect(read(rows.join('\n'))).toEqual([
      { type: 'choice', prompt: '<p>Welche sind Primzahlen?</p>', solution: ['2', '5'] },
    ])
    expect((importCsv(rows.join('\n'), 'x') as Imported).report.at(-1)).toMatchObject({
      outcome: 'skipped',
      reason: 'incomplete',
    })
  })

  test('Wayground, Blooket and Gimkit', () => {
    const wayground = [
      'Question Text,Question Type,Option 1,Option 2,Option 3,Option 4,Option 5,Correct Answer,Time in seconds,Image Link,Answer explanation',
      'Capital of Italy?,Multiple Choice,Rome,Milan,,,,1,30,,It is Rome.',
      'Pick the vowels,Checkbox,a,b,e,,,"1,3",30,,',
      'Your opinion?,Poll,yes,no,,,,,30,,',
      '2 + 2?,Fill-in-the-Blank,4,four,,,,,30,,',
    ]
    expect(read(wayground.join('\r\n')).map(({ type, solution }) => [type, solution])).toEqual([
      ['choice', ['Rome']],
      ['choice', ['a', 'e']],
      ['poll', []],
      ['short_text', ['4 / four']],
    ])
    const blooket = [
      '"Blooket\nImport Template",,,,,,,',
      'Question #,Question Text,Answer 1,Answer 2,"Answer 3\n(Optional)","Answer 4\n(Optional)",Time Limit (sec),Correct Answer(s)',
      '1,3 × 3?,6,9,,,20,2',
    ]
    expect(read(blooket.join('\r\n'))).toEqual([{ type: 'choice', prompt: '<p>3 × 3?</p>', solution: ['9'] }])
    const gimkit = [
      'Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional)',
      'Hauptstadt?,Bern,Zürich,',
      'Nur eins?,ja,,',
    ]
    expect(read(gimkit.join('\n')).map(({ type, solution }) => [type, solution])).toEqual([
      ['choice', ['Bern']],
      ['short_text', ['ja']],
    ])
  })

  test('Quizlet and Anki: fronts and backs', () => {
    expect(read('le chien\tder Hund\nle chat\tdie Katze\n')[0]).toMatchObject({
      type: 'flashcards',
      solution: ['le chien – der Hund', 'le chat – die Katze'],
    })
    const anki = '#separator:tab\n#html:true\n<b>le chien</b>\tder Hund\ttier\nle chat\tdie Katze\ttier\n'
    expect(read(anki)[0]).toMatchObject({
      type: 'flashcards',
      solution: ['le chien – der Hund', 'le chat – die Katze'],
    })
  })
})

/** What came over, and what a line says of the rest. */
function summaryOf(found: Imported | ImportRefusal) {
  if (typeof found === 'string') throw new Error(found)
  const elements = found.pages.flatMap((page) => page.elements)
  return { elements, lines: found.report.map(({ name, outcome, reason }) => [name, reason ?? outcome]) }
}

describe('tables of others', () => {
  test.each([
    ['de', 'Frage – max. 120 Zeichen', 'Antwort 1 – max. 75', 'Antwort 2', 'Richtige Antwort(en) – wähle'],
    ['es', 'Pregunta - máximo 120', 'Respuesta 1 - máx. 75', 'Respuesta 2', 'Respuesta(s) correcta(s)'],
    ['fr', 'Question - 120 caractères', 'Réponse 1 - 75 max', 'Réponse 2', 'Bonne(s) réponse(s)'],
    ['it', 'Domanda - max 120', 'Risposta 1 - max 75', 'Risposta 2', 'Risposta/e corretta/e'],
    ['gr', 'Ερώτηση - έως 120', 'Απάντηση 1 - έως 75', 'Απάντηση 2', 'Σωστή απάντηση'],
  ])('heads of %s', (_world, ...head) => {
    const { elements } = summaryOf(
      importRows([['Quiz'], ['', ...head], ['1', 'Wo?', 'hier', 'dort', '2']], 'x'),
    )
    expect(elements[0]).toMatchObject({
      type: 'choice',
      data: { options: [{ weight: 0 }, { text: 'dort', weight: 1 }] },
    })
  })

  test('what a question has besides, and kinds there are none of here', () => {
    const head = 'Question Text,Question Type,Option 1,Option 2,Correct Answer,Time in seconds,Image Link'
    const rows = [
      'A?,Multiple Choice,a,b,1,30,https://x.example/y.png',
      'B?,Reorder,a,b,,30,',
      'C?,Multiple Choice,Bern,Rom,rom,30,',
    ]
    const { elements, lines } = summaryOf(importCsv([head, ...rows].join('\n'), 'x'))
    expect(lines).toEqual([
      ['A?', 'pictures'],
      ['B?', 'unknown_type'],
      ['C?', 'converted'],
    ])
    expect(elements[1]).toMatchObject({
      data: { options: [{ weight: 0 }, { weight: 1 }] },
      timeLimit: 30,
    })
  })

  test.each([
    ['20', 20],
    ['20 sec', 20],
    ['2 min', 120],
    ['', 0],
    ['bald', 0],
    ['99999', 3600],
  ])('a time of %j', (time, timeLimit) => {
    const head = 'Question #,Question Text,Answer 1,Answer 2,Time Limit (sec),Correct Answer(s)'
    const { elements } = summaryOf(importCsv(`${head}\n1,A?,a,b,${time},1`, 'x'))
    expect(elements[0]).toMatchObject({ timeLimit })
  })

  test('cards: commas in them, line breaks, half ones, columns of Anki', () => {
    const { elements, lines } = summaryOf(
      importCsv('"Hallo,\nwie geht es, du?"\tHello, you\nhalb\nle chat, m\tdie Katze\n', 'x'),
    )
    expect(elements[0]).toMatchObject({
      data: { cards: [{ front: 'Hallo, / wie geht es, du?', back: 'Hello, you' }, { front: 'le chat, m' }] },
    })
    expect(lines).toEqual([
      ['x', 'converted'],
      ['halb', 'incomplete'],
    ])
    const anki =
      '#separator:Semicolon\n#html:true\n#notetype column:1\n#tags column:4\nBasic;<b>Hund</b>;dog;tier\nBasic;Katze[sound:a.mp3];cat;\n'
    const cards = summaryOf(importCsv(anki, 'x'))
    expect(cards.elements[0]).toMatchObject({
      data: {
        cards: [
          { front: 'Hund', back: 'dog' },
          { front: 'Katze', back: 'cat' },
        ],
      },
    })
    expect(cards.lines).toEqual([['x', 'media']])
    const long = Array.from({ length: 6000 }, (_, n) => `wort ${n}\tword ${n}`).join('\n')
    expect(summaryOf(importCsv(long, 'x')).lines.at(-1)?.[1]).toBe('too_many')
  })

  test('a first line that names the sign; a kind or a number before the question', () => {
    const semicolons = 'sep=;\nQuestion;Correct Answer;Incorrect Answer 1\nHauptstadt, heute?;Bern;Zürich'
    expect(read(semicolons)).toMatchObject([{ prompt: '<p>Hauptstadt, heute?</p>', solution: ['Bern'] }])
    expect(read('sep=,\ntype,prompt,content\ntrue_false,,* Rom liegt in Italien.')[0]?.type).toBe(
      'true_false',
    )
    const sheet =
      'Type,Question No.,Question Type,Question,Option 1,Option 2,Correct Answer\nx,1,Multiple Choice,Wo?,hier,dort,2'
    expect(read(sheet)).toMatchObject([{ type: 'choice', prompt: '<p>Wo?</p>', solution: ['dort'] }])
  })
})

test.each([
  ['German', 'Frage;Antwort A;Antwort B;Antwort C;Richtig\nWo?;hier;dort;da;B\n'],
  ['German, as a solution', 'Frage;Antwort a;Antwort b;Antwort c;Lösung\nWo?;hier;dort;da;b)\n'],
  ['English, letters alone', 'Question,A,B,C,Answer\nWo?,hier,dort,da,B\n'],
  ['English, by what it says', 'Question,Option 1,Option 2,Option 3,Answer\nWo?,hier,dort,da,dort\n'],
  ['Spanish', 'Pregunta;Opción A;Opción B;Opción C;Respuesta correcta\nWo?;hier;dort;da;B\n'],
  ['French', 'Question;Réponse A;Réponse B;Réponse C;Réponse\nWo?;hier;dort;da;b\n'],
  ['Italian', 'Domanda;Risposta A;Risposta B;Risposta C;Soluzione\nWo?;hier;dort;da;B\n'],
  ['Greek', 'Ερώτηση;Απάντηση Α;Απάντηση Β;Απάντηση Γ;Λύση\nWo?;hier;dort;da;Β\n'],
])('a table its teacher made, with letters: %s', (_name, table) => {
  expect(read(table)).toEqual([{ type: 'choice', prompt: '<p>Wo?</p>', solution: ['dort'] }])
})

test('what stands above the sides of cards is no card', () => {
  const cards = read('Frage;Antwort\nHauptstadt Italiens?;Rom\n2 + 2?;4\n')
  expect(cards).toMatchObject([{ type: 'flashcards' }])
  expect(JSON.stringify(importCsv('Frage;Antwort\nWo?;hier\nFrage;Antwort\n', 'x'))).toMatch(
    /^(?:(?!"front":"Frage").)*"front":"Frage"(?:(?!"front":"Frage").)*$/,
  )
})
