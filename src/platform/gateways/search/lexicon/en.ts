import { each, grade, type Lexicon, learningYears, pairs, phrases, stage, wordList } from './lexicon.ts'

const numbers = wordList('one two three four five six seven eight nine ten eleven twelve thirteen')
const ordinals = [
  'first 1st',
  'second 2nd',
  'third 3rd',
  'fourth 4th',
  'fifth 5th',
  'sixth 6th',
  'seventh 7th',
].map(wordList)

const years = numbers.flatMap((word, index) => {
  const number = String(index + 1)
  return each(
    [
      ...pairs(['year', 'years', 'yr', 'y', 'yrs'], [number, word]),
      `y${number}`,
      `yr${number}`,
      `year${number}`,
    ],
    grade(`year-${number}`),
  )
})

/** "Four year olds", from three on: the age they are when the school year begins. */
const ages = numbers.slice(2, 12).map((word, index) => {
  const written = [String(index + 3), word]
  return [...pairs(written, ['year olds', 'year old']), ...pairs(['age', 'aged', 'ages'], written)]
})

const keyStages: Readonly<Record<string, string[]>> = {
  1: grade('year-1', 'year-2'),
  2: grade('year-3', 'year-4', 'year-5', 'year-6'),
  3: grade('year-7', 'year-8', 'year-9'),
  4: grade('year-10', 'year-11'),
  5: grade('year-12', 'year-13'),
}

/** A grade of American schools is the year of British ones that is one higher. */
const americanGrades = ordinals.flatMap((forms, index) => {
  const number = String(index + 1)
  return each(
    [...pairs(forms, ['grade', 'graders', 'grader']), ...pairs(['grade', 'grades'], [number])],
    grade(`year-${index + 2}`),
  )
})

export const en: Lexicon = {
  stop: wordList(`the a an of and or for to in on at with without by from about into is are be do does how what which who
    where when why that this these those my your our their his her its i you we they it as me us some any all can could
    need want looking look find help please make get give have has using use very more most simple easy nice good
    great fun quick not there here am was were been being did does doing done should would will shall may might let he she him them thing things something anything
    someone everyone lot lots bit really just also too much many always keep keeps kept so if`),
  weak: wordList(`worksheets resource resources activity activities exercise exercises lesson lessons teaching teach
    teachers teacher kids kid child children pupil pupils student students class classes classroom learn learning learners practice
    practise practising practicing revise revision homework home school printable printables print answers answer questions
    question sheet sheets work pack packs introduction introducing intro starter starters topic topics word words ideas idea explain explaining
    understand understanding support challenge pdf level levels skills skill beginners cover complete full basic basics explains write writing needs short long calm
    mix mixed mixes confuse confuses confused confusing loud out comes come goes go happen happens takes`),
  titles: wordList('mr mrs miss ms dr prof sir'),
  free: phrases('free, freebie, freebies, free of charge, for free, no cost'),
  types: {
    worksheet: phrases('worksheet, worksheets'),
    workbook: phrases('workbook, workbooks, booklet'),
    test: phrases('test, tests, assessment, assessments, exam, exams, check, mock exam'),
    'lesson-plan': phrases('lesson plan, lesson plans'),
    unit: phrases('unit of work, scheme of work'),
    flashcards: phrases('flashcard, flashcards, flash cards'),
    game: phrases('game, games, card game'),
    'escape-game': phrases('escape room, escape game, escape'),
    'task-cards': phrases('task cards, task card'),
    presentation: phrases('presentation, powerpoint, slides'),
    poster: phrases('poster, posters'),
    'reading-text': phrases('reading text, passage, text, story'),
    project: phrases('project, projects'),
    template: phrases('template, templates, blank'),
    planner: phrases('planner, planners, organiser'),
    'assessment-rubric': phrases('mark scheme, rubric, rubrics'),
    certificate: phrases('certificate, certificates, award, awards, diploma'),
    'classroom-decor': phrases('display, displays, classroom display, decoration'),
    coloring: phrases('colouring page, colouring, coloring'),
    interactive: phrases('interactive'),
    quiz: phrases('quiz, quizzes'),
    bundle: phrases('bundle, bundles'),
  },
  stages: [
    ...years,
    ...americanGrades,
    ...Object.entries(keyStages).flatMap(([number, keys]) =>
      each(
        [
          `ks${number}`,
          `ks ${number}`,
          `key stage ${number}`,
          `key stages ${number}`,
          `keystage ${number}`,
          `key stage ${numbers[Number(number) - 1]}`,
        ],
        keys,
      ),
    ),
    ...ages.slice(0, 2).flatMap((texts, index) => each(texts, grade(index === 0 ? 'nursery' : 'reception'))),
    ...ages.slice(2).flatMap((texts, index) => each(texts, grade(`year-${index + 1}`))),
    ...each(phrases('nursery, preschool, pre school'), grade('nursery')),
    ...each(phrases('reception, kindergarten'), grade('reception')),
    ...each(phrases('eyfs, early years, foundation stage, early years foundation stage'), stage('kita')),
    ...each(phrases('infants, infant school, lower primary'), keyStages[1] ?? []),
    ...each(phrases('juniors, junior school, upper primary'), keyStages[2] ?? []),
    ...each(phrases('gcse, gcses'), keyStages[4] ?? []),
    ...each(phrases('a level, a levels, sixth form'), keyStages[5] ?? []),
    ...each(phrases('primary, primary school'), stage('grundschule')),
    ...each(phrases('secondary, secondary school, high school'), stage('sek1-mittel')),
    ...each(phrases('further education, fe college'), stage('berufsschule')),
    ...each(phrases('special school, send'), stage('foerder')),
    ...each(phrases('adult education, adult learners'), stage('erwachsene')),
    ...ordinals.flatMap((forms, index) =>
      each(
        pairs(forms, ['year primary', 'year primary school', 'year infant school', 'year elementary']),
        grade(`year-${index + 1}`),
      ),
    ),
    ...learningYears(ordinals, ['year learning']),
  ],
  inside: wordList('of the'),
  and: wordList('and or'),
  to: wordList('to'),
}
