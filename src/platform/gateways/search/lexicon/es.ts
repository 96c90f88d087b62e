import { each, grade, type Lexicon, learningYears, pairs, phrases, stage, wordList } from './lexicon.ts'

const ordinals = [
  'primero primer primera',
  'segundo segunda',
  'tercero tercer tercera',
  'cuarto cuarta',
  'quinto quinta',
  'sexto sexta',
  'septimo',
].map(wordList)

const ages = ['tres', 'cuatro', 'cinco']

function course(words: readonly string[], id: string, count: number) {
  return ordinals.slice(0, count).flatMap((forms, index) => {
    const number = String(index + 1)
    const written = [number, `${number}o`, `${number}ro`, `${number}er`, `${number}ero`, ...forms]
    return [
      ...each(pairs(written, words), grade(`${id}-${number}`)),
      ...each(pairs(words, written), grade(`${id}-${number}`)),
    ]
  })
}

/** "Tercer curso" alone is the third of primary school: others name theirs. */
const courses = ordinals.slice(0, 6).flatMap((forms, index) => {
  const number = String(index + 1)
  return each(pairs([number, ...forms], ['curso', 'grado']), grade(`primaria-${number}`))
})

export const es: Lexicon = {
  stop: wordList(`el la los las un una unos unas de del al a en y e o u con sin para por que como se su sus mi mis tu tus
    es son lo le les nos me te cual cuales quien donde cuando sobre entre hasta desde segun muy mas hay ser algo
    alguna algun algunos quiero necesito busco buscar buscando tengo tener puedo puede hacer hago nuestro nuestra este esta estos estas ese esa
    cada todo toda todos todas facil faciles sencillo sencillos bonito buenas buenos`),
  weak: wordList(`ejercicio ejercicios actividad actividades material materiales recurso recursos clase clases ninos
    ninas nino nina alumno alumnos alumnado alumnas estudiantes aprender aprendizaje aprenden ensenar ensenanza practicar practica repasar
    repaso trabajar trabajo imprimir imprimible imprimibles soluciones solucion casa tarea tareas deberes profesor profesora
    profe maestro maestra escuela colegio cole aula curso cursos tema temas sesion explicar explicacion introduccion refuerzo
    ampliacion pdf completo completa basico basica explico explica enseno sirve sirven usa usar uso saber aprendo reforzar hojas hoja hacer nivel asignatura entender iniciacion`),
  titles: wordList('profe profesor profesora don dona seno sra sr maestra maestro'),
  free: wordList('gratis gratuito gratuita gratuitos gratuitas'),
  types: {
    worksheet: phrases('ficha, fichas, ficha de trabajo, hoja de ejercicios'),
    workbook: phrases('cuaderno, cuadernillo, cuadernillos'),
    test: phrases('examen, examenes, prueba, pruebas, control, controles, test, evaluacion'),
    'lesson-plan': phrases('programacion, programacion de aula'),
    unit: phrases('unidad didactica, unidades didacticas, situacion de aprendizaje'),
    flashcards: phrases('tarjetas, flashcards, bits, tarjetas didacticas'),
    game: phrases('juego, juegos, juego de cartas, ludico'),
    'escape-game': phrases('escape room, breakout, escape, sala de escape, escaperoom'),
    presentation: phrases('presentacion, powerpoint, diapositivas'),
    poster: phrases('poster, posters, cartel, carteles, lamina, laminas, mural'),
    'reading-text': phrases('texto, textos, lectura, lecturas'),
    project: phrases('proyecto, proyectos'),
    template: phrases('plantilla, plantillas'),
    planner: phrases('agenda, planificador, organizador'),
    'assessment-rubric': phrases('rubrica, rubricas'),
    certificate: phrases('diploma, diplomas, certificado'),
    'classroom-decor': phrases('decoracion, decorar, decoracion de aula'),
    coloring: phrases('dibujo para colorear, dibujos para colorear'),
    interactive: phrases('interactivo, interactiva'),
    quiz: phrases('cuestionario, quiz'),
    bundle: phrases('paquete, lote, pack, packs'),
  },
  stages: [
    ...course(wordList('primaria prim ep p'), 'primaria', 6),
    ...course(wordList('eso secundaria'), 'eso', 4),
    ...course(wordList('bachillerato bach bachiller bachi bto'), 'bachillerato', 2),
    ...courses,
    ...learningYears(ordinals, ['ano aprendizaje']),
    ...[3, 4, 5].flatMap((age) => {
      const written = [String(age), ages[age - 3] ?? '']
      return each(
        [
          ...pairs(pairs(['infantil'], written), ['anos']),
          ...pairs(['infantil'], written),
          ...pairs(written, ['anos']),
          ...pairs(pairs(written, ['anos']), ['infantil']),
        ],
        grade(`infantil-${age}`),
      )
    }),
    ...each(phrases('primaria, educacion primaria'), stage('grundschule')),
    ...each(phrases('eso, educacion secundaria obligatoria'), stage('sek1-mittel')),
    ...each(phrases('secundaria, educacion secundaria'), stage('sek1-mittel')),
    ...each(phrases('instituto, ies'), stage('sek1-mittel', 'sek2')),
    ...each(phrases('bachillerato, bachiller'), stage('sek2')),
    ...each(phrases('infantil, educacion infantil, preescolar, guarderia, parvulario'), stage('kita')),
    ...each(
      phrases(
        'primer ciclo primaria, 1 ciclo primaria, primer ciclo de primaria, primero y segundo de primaria, primero y segundo primaria',
      ),
      grade('primaria-1', 'primaria-2'),
    ),
    ...each(phrases('segundo ciclo primaria, 2 ciclo primaria'), grade('primaria-3', 'primaria-4')),
    ...each(
      phrases('tercer ciclo primaria, tercer ciclo, 3 ciclo primaria'),
      grade('primaria-5', 'primaria-6'),
    ),
    ...each(phrases('formacion profesional, fp, ciclo formativo, ciclos formativos'), stage('berufsschule')),
    ...each(phrases('educacion especial'), stage('foerder')),
    ...each(phrases('adultos, educacion de adultos, personas adultas'), stage('erwachsene')),
  ],
  inside: wordList('de del la el o a er º ª ro'),
  and: wordList('y e o'),
  to: wordList('a hasta'),
}
