import { each, grade, type Lexicon, learningYears, pairs, phrases, stage, wordList } from './lexicon.ts'

const ordinals = [
  'πρωτη πρωτης α 1η 1ης',
  'δευτερα δευτερη δευτερας β 2α 2η 2ης',
  'τριτη τριτης γ 3η 3ης',
  'τεταρτη τεταρτης δ 4η 4ης',
  'πεμπτη πεμπτης ε 5η 5ης',
  'εκτη εκτης στ 6η 6ης',
  'εβδομη',
].map(wordList)

function classes(words: readonly string[], id: string, count: number) {
  return ordinals.slice(0, count).flatMap((forms, index) => {
    const number = String(index + 1)
    const written = [number, ...forms]
    return each(
      [
        ...pairs(written, words),
        ...pairs(words, written),
        ...pairs(pairs(written, ['ταξη', 'ταξης']), words),
        ...pairs(words, pairs(written, ['ταξη', 'ταξης'])),
      ],
      grade(`${id}-${number}`),
    )
  })
}

/** "Τρίτη τάξη" alone is the third of primary school: others name theirs. */
const anyClass = ordinals.slice(0, 6).flatMap((forms, index) => {
  const number = String(index + 1)
  return each(pairs([number, ...forms], ['ταξη', 'ταξης']), grade(`dimotiko-${number}`))
})

export const gr: Lexicon = {
  stop: wordList(`ο η το οι τα του της των τον την τη τους τις στο στη στην στον στα στις στους και κι για με σε απο ως
    χωρις μεχρι που πως τι ποιος ποια ποιο ποιες οταν πανω κατω μεσα ενα μια ενας μιας ενος να θα ειναι εχει εχω
    μου σου μας σας ολα ολες ολοι καθε πολυ πιο ψαχνω θελω χρειαζομαι κατι βρω κανω κανουμε ευκολο ευκολα ευκολες απλο απλα
    καλο ωραιο σχετικα`),
  weak: wordList(`ασκηση ασκησεις δραστηριοτητα δραστηριοτητες υλικο υλικα μαθημα μαθηματα παιδι παιδια μαθητη μαθητες
    μαθητων μαθητριες μαθαινω μαθαινουμε μαθηση μαθουν διδασκαλια διδαξω διδασκω εξασκηση επαναληψη επαναλαμβανω εκτυπωση
    εκτυπωσιμο λυσεις λυση σπιτι εργασια εργασιες τετραδιο δασκαλος δασκαλα δασκαλους εκπαιδευτικος
    εκπαιδευτικο σχολειο ταξη ταξης φυλλαδιο φυλλαδια φυλλο φυλλα εισαγωγη κατανοηση ενοτητα κεφαλαιο θεμα pdf επιπεδο δουλεια χρηση
    καθημερινη πληρες ολοκληρωμενο εξηγησω εξηγω εξηγηση μαθαινουν μαθει μαθω βρισκω χρησιμοποιω γραφω γραφουμε λεμε ευκολια`),
  titles: wordList('κυρια κυριος κα κ δασκαλα'),
  free: wordList('δωρεαν τζαμπα δωρεα'),
  types: {
    worksheet: phrases('φυλλο εργασιας, φυλλα εργασιας, φυλλαδιο ασκησεων'),
    workbook: phrases('τετραδιο εργασιων'),
    test: phrases('διαγωνισμα, διαγωνισματα, τεστ, εξεταση, κριτηριο αξιολογησης, αξιολογηση'),
    'lesson-plan': phrases('σχεδιο μαθηματος'),
    unit: phrases('διδακτικη ενοτητα'),
    flashcards: phrases('καρτες, καρτες μαθησης, flashcards, καρτελες'),
    game: phrases('παιχνιδι, παιχνιδια, επιτραπεζιο'),
    'escape-game': phrases('δωματιο αποδρασης, escape room, γριφοι'),
    presentation: phrases('παρουσιαση, powerpoint'),
    poster: phrases('αφισα, αφισες, ποστερ'),
    'reading-text': phrases('κειμενο, κειμενα, κειμενο αναγνωσης'),
    template: phrases('προτυπο, προτυπα'),
    planner: phrases('πλανο, ημερολογιο, προγραμματισμος'),
    certificate: phrases('διπλωμα, επαινος, επαινοι, βραβειο'),
    'classroom-decor': phrases('διακοσμηση'),
    coloring: phrases('ζωγραφια, ζωγραφιες'),
    interactive: phrases('διαδραστικη, διαδραστικο'),
    quiz: phrases('κουιζ'),
    bundle: phrases('πακετο, πακετα, συλλογη'),
  },
  stages: [
    ...classes(wordList('δημοτικου δημοτικο δημ δημοτικα'), 'dimotiko', 6),
    ...classes(wordList('γυμνασιου γυμνασιο γυμν γυμ'), 'gymnasio', 3),
    ...classes(wordList('λυκειου λυκειο λυκ γελ'), 'lykeio', 3),
    ...classes(wordList('επαλ'), 'epal', 3),
    ...anyClass,
    ...learningYears(ordinals, ['ετος εκμαθησης']),
    ...each(wordList('δημοτικο δημοτικου δημοτικα'), stage('grundschule')),
    ...each(wordList('γυμνασιο γυμνασιου'), stage('sek1-mittel')),
    ...each(phrases('λυκειο, λυκειου, γενικο λυκειο, γελ'), stage('sek2')),
    ...each(phrases('επαλ, επαγγελματικο λυκειο'), stage('berufsschule')),
    ...each(phrases('νηπιαγωγειο, νηπιαγωγειου, προσχολικη, προσχολικη ηλικια'), stage('kita')),
    ...each(wordList('νηπια νηπιο'), grade('nipia')),
    ...each(wordList('προνηπια προνηπιο'), grade('pronipia')),
    ...each(phrases('ειδικη αγωγη'), stage('foerder')),
    ...each(phrases('ενηλικες, ενηλικων, σδε'), stage('erwachsene')),
  ],
  inside: wordList('της του η ο'),
  and: wordList('και η'),
  to: wordList('εως ως'),
}
