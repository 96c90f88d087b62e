import { each, grade, type Lexicon, learningYears, pairs, phrases, stage, wordList } from './lexicon.ts'

const ordinals = [
  'prima primo',
  'seconda secondo',
  'terza terzo',
  'quarta quarto',
  'quinta quinto',
  'sesto',
  'settimo',
].map(wordList)

/** "Classe terza primaria" in any order of its words. */
function classes(words: readonly string[], id: string, count: number) {
  return ordinals.slice(0, count).flatMap((forms, index) => {
    const number = String(index + 1)
    const written = [number, `${number}a`, `${number}°`, ...forms.slice(0, 1)]
    const plain = [...pairs(written, words), ...pairs(words, written)]
    return each(
      [
        ...plain,
        ...pairs(['classe', 'classi'], plain),
        ...pairs(pairs(written, ['classe']), words),
        ...pairs(words, pairs(['classe'], written)),
      ],
      grade(`${id}-${number}`),
    )
  })
}

/** "Primo anno di primaria". */
function yearsOf(words: readonly string[], id: string, count: number) {
  return ordinals.slice(0, count).flatMap((forms, index) => {
    const written = [String(index + 1), `${index + 1}°`, ...forms.slice(1)]
    return each(pairs(pairs(written, ['anno']), words), grade(`${id}-${index + 1}`))
  })
}

/** "Classe terza" alone is the third of primary school: others name theirs. */
const anyClass = ordinals.slice(0, 5).flatMap((forms, index) => {
  const number = String(index + 1)
  const written = [number, `${number}a`, ...forms.slice(0, 1)]
  return each(
    [...pairs(written, ['classe']), ...pairs(['classe', 'classi'], written)],
    grade(`primaria-${number}`),
  )
})

export const it: Lexicon = {
  stop: wordList(`il lo la i gli le l un uno una di del dello della dei degli delle d a al allo alla ai agli alle da dal
    dalla in nel nello nella nei nelle con su sul sulla per tra fra e ed o che chi cosa come quando dove quale quali
    perche non piu ci si mi ti vi se sono essere ha ho hanno mio mia miei mie suo sua nostro nostra questo questa
    questi queste quello cerco cercare cercasi vorrei serve servono bisogno fare qualche tutto tutti tutte molto anche facile facili semplice
    semplici bello bella carino carini far faccio fai fa facciamo
    fanno fatto posso puo possiamo possono poter devo deve dobbiamo devono voglio vuole vogliono sto sta stanno era erano avere aver
    suoi sue loro miei qualcosa qualcuno qualche ogni cosi gia poi ancora sempre solo proprio dopo`),
  weak: wordList(`esercizio esercizi attivita materiale materiali risorsa risorse lezione lezioni classe classi bambini
    bambino bambine alunni alunno alunne studenti ragazzi imparare impara apprendimento insegnare insegnamento spiegare
    spiegazione ripasso ripassare allenarsi allenamento stampare stampabile stampabili soluzioni soluzione casa
    compito compiti maestra maestro insegnante insegnanti scuola argomento argomenti introduzione parola parole recupero potenziamento pdf
    livello lavoro lavorare pratica capire completo completa spiego insegno insegnano insegna serve servono usa usare usano sapere mancanti succede aiutare aiuta
    confondono confondere confusi prossima aula didattica didattico didattici didattiche fogli foglio usare`),
  titles: wordList('maestra maestro prof professore professoressa signora sig'),
  free: wordList('gratis gratuito gratuita gratuiti gratuite gratuitamente'),
  types: {
    worksheet: phrases('scheda, schede, scheda didattica, schede didattiche'),
    workbook: phrases('quaderno, quaderno operativo, fascicolo'),
    test: phrases(
      'verifica, verifiche, prova, prove, test, interrogazione, compito in classe, compiti in classe, esame, esami',
    ),
    'lesson-plan': phrases('piano di lezione'),
    unit: phrases('unita di apprendimento, uda, unita didattica'),
    flashcards: phrases('flashcard, flashcards, carte, tessere'),
    game: phrases('gioco, giochi, gioco didattico'),
    'escape-game': phrases('escape room, escape, enigmi, escape game'),
    presentation: phrases('presentazione, powerpoint, diapositive'),
    poster: phrases('cartellone, cartelloni, poster, manifesto'),
    'reading-text': phrases('testo, testi, lettura, letture, brano, brani'),
    project: phrases('progetto, progetti'),
    template: phrases('modello, modelli'),
    planner: phrases('agenda, planner, pianificatore'),
    'assessment-rubric': phrases('griglia di valutazione, rubrica'),
    certificate: phrases('attestato, attestati, diploma, diplomi, certificato'),
    'classroom-decor': phrases('decorazione, decorazioni, addobbi'),
    coloring: phrases('disegno da colorare, disegni da colorare'),
    interactive: phrases('interattivo, interattiva'),
    quiz: phrases('quiz'),
    bundle: phrases('pacchetto, pacchetti, raccolta'),
  },
  stages: [
    ...classes(wordList('primaria elementare elementari'), 'primaria', 5),
    ...classes(['scuola primaria', 'scuola elementare'], 'primaria', 5),
    ...classes(
      [
        'media',
        'medie',
        'secondaria primo grado',
        'secondaria i grado',
        'scuola media',
        'scuola secondaria primo grado',
        'i grado',
      ],
      'secondaria-1',
      3,
    ),
    ...classes(
      [
        'superiore',
        'superiori',
        'liceo',
        'secondaria secondo grado',
        'secondaria ii grado',
        'scuola superiore',
        'ii grado',
      ],
      'secondaria-2',
      5,
    ),
    ...yearsOf(['primaria', 'scuola primaria', 'elementari', 'elementare'], 'primaria', 5),
    ...yearsOf(['media', 'medie', 'secondaria primo grado'], 'secondaria-1', 3),
    ...yearsOf(['superiori', 'superiore', 'liceo', 'secondaria secondo grado'], 'secondaria-2', 5),
    ...anyClass,
    ...learningYears(ordinals, ['anno studio']),
    ...[3, 4, 5].flatMap((age) =>
      each(
        [`infanzia ${age} anni`, `${age} anni infanzia`, `${age} anni`, `infanzia ${age}`],
        grade(`infanzia-${age}`),
      ),
    ),
    ...[1, 2, 3, 4, 5].flatMap((year) =>
      each([`${year + 5} anni`, `bambini ${year + 5} anni`], grade(`primaria-${year}`)),
    ),
    ...each(
      phrases('primaria, scuola primaria, elementari, elementare, scuola elementare'),
      stage('grundschule'),
    ),
    ...each(
      phrases(
        'medie, scuola media, scuole medie, secondaria primo grado, secondaria i grado, scuola secondaria primo grado',
      ),
      stage('sek1-mittel'),
    ),
    ...each(
      phrases(
        'superiori, scuola superiore, scuole superiori, liceo, licei, secondaria secondo grado, secondaria ii grado, scuola secondaria secondo grado',
      ),
      stage('sek2'),
    ),
    ...each(phrases('secondaria, scuola secondaria'), stage('secondary')),
    ...each(
      phrases(
        'infanzia, scuola infanzia, scuola dell infanzia, asilo, materna, scuola materna, scuola dell infanzia',
      ),
      stage('kita'),
    ),
    ...each(phrases('istituto professionale, istituti professionali, iefp'), stage('berufsschule')),
    ...each(phrases('adulti, cpia'), stage('erwachsene')),
  ],
  inside: wordList('di della dello a o la º ª'),
  and: wordList('e o'),
  to: wordList('a'),
}
