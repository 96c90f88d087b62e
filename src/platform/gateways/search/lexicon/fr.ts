import { each, grade, type Lexicon, learningYears, phrases, stage, wordList } from './lexicon.ts'

const ordinals = [
  'premiere premier 1re 1ere',
  'deuxieme seconde 2e 2eme',
  'troisieme 3e 3eme',
  'quatrieme 4e 4eme',
  'cinquieme 5e 5eme',
  'sixieme 6e 6eme',
  'septieme 7e 7eme',
].map(wordList)

export const fr: Lexicon = {
  stop: wordList(`le la les l un une des de du d au aux a en et ou ou dans sur sous pour par avec sans que qui quoi quel
    quelle quels quelles comment pourquoi quand est sont ce cet cette ces se s ne pas plus mon ma mes ton ta tes son sa
    ses notre nos votre vos leur leurs je j tu il elle on nous vous ils elles y n m t c qu si tres bien tout tous toute
    toutes cherche chercher recherche besoin ai avoir veux voudrais faire fait entre vers chez leur lors afin
    autour quelques joli simple simples facile faciles ludique`),
  weak: wordList(`exercice exercices exos exo activite activites ressource ressources materiel cours lecon lecons classe
    classes eleve eleves enfant enfants apprendre apprentissage enseigner enseignement travailler travail reviser
    revision revisions entrainement entrainer pratiquer imprimer imprimable corrige corriges correction corrections maison devoirs
    devoir professeur prof maitre maitresse enseignant enseignants ecole seance seances rituel rituels decouverte decouvrir
    comprendre expliquer introduction renforcement soutien differenciation pdf niveau document documents support supports feuille feuilles
    savoir savoirs utiliser initiation autonomie complet complete completer retrouver ecrire ecrit explique apprend apprennent utilise sert servent figures`),
  titles: wordList('maitre maitresse madame monsieur mme mr m prof professeur'),
  free: wordList('gratuit gratuite gratuits gratuites gratuitement gratis'),
  types: {
    worksheet: phrases('fiche, fiches, fiche d exercices, fiches d exercices, fiche exercices'),
    workbook: phrases('cahier, livret, cahier d activites, fichier'),
    test: phrases('evaluation, evaluations, eval, controle, controles, test, tests, interro, ds, bilan'),
    'lesson-plan': phrases('fiche de preparation, fiche de prep, fiche preparation'),
    unit: phrases('sequence, sequences'),
    flashcards: phrases('flashcards, cartes memo, imagier, cartes'),
    game: phrases('jeu, jeux, jeu de cartes'),
    'escape-game': phrases('escape game, escape room, escape, jeu d evasion, enigmes'),
    stations: phrases('atelier, ateliers'),
    presentation: phrases('diaporama, powerpoint, presentation'),
    poster: phrases('affiche, affiches, affichage, affichages, poster'),
    'reading-text': phrases('texte, textes, lecture, lectures'),
    project: phrases('projet, projets'),
    template: phrases('modele, modeles, gabarit, vierge'),
    planner: phrases('cahier journal, emploi du temps, planning, organisation'),
    certificate: phrases('diplome, diplomes, certificat'),
    'classroom-decor': phrases('decoration, deco'),
    coloring: phrases('coloriage, coloriages'),
    interactive: phrases('interactif, interactive'),
    quiz: phrases('quiz, qcm'),
    bundle: phrases('lot, pack, lots'),
  },
  stages: [
    ...each(phrases('petite section, ps, maternelle petite section'), grade('ps')),
    ...each(phrases('moyenne section, ms'), grade('ms')),
    ...each(phrases('grande section, gs'), grade('gs')),
    ...each(phrases('cp, cours preparatoire'), grade('cp')),
    ...each(phrases('ce1, ce 1, cours elementaire 1, cours elementaire premiere annee'), grade('ce1')),
    ...each(phrases('ce2, ce 2, cours elementaire 2'), grade('ce2')),
    ...each(phrases('cm1, cm 1, cours moyen 1'), grade('cm1')),
    ...each(phrases('cm2, cm 2, cours moyen 2'), grade('cm2')),
    ...each(phrases('6e, 6eme, 6 eme, 6 e, sixieme, classe de sixieme, 6ieme'), grade('6e')),
    ...each(phrases('5e, 5eme, 5 eme, 5 e, cinquieme, classe de cinquieme, 5ieme'), grade('5e')),
    ...each(phrases('4e, 4eme, 4 eme, 4 e, quatrieme, classe de quatrieme, 4ieme'), grade('4e')),
    ...each(phrases('3e, 3eme, 3 eme, 3 e, troisieme, classe de troisieme, 3ieme'), grade('3e')),
    ...each(
      phrases('2de, 2nde, classe de seconde, lycee seconde, seconde lycee, seconde generale'),
      grade('2de'),
    ),
    ...each(phrases('1re, 1ere, classe de premiere, premiere lycee, premiere generale'), grade('1re')),
    ...each(phrases('terminale, tle, terminales'), grade('tle')),
    ...each(phrases('maternelle, ecole maternelle, maternelles'), stage('kita')),
    ...each(phrases('primaire, ecole primaire, elementaire, ecole elementaire'), stage('grundschule')),
    ...each(phrases('college, collegiens'), stage('sek1-mittel')),
    ...each(phrases('lycee, lyceens'), stage('sek2')),
    ...each(phrases('lycee professionnel, lycee pro, bac pro'), stage('berufsschule')),
    ...each(phrases('cycle 1, c1, cycle un'), grade('ps', 'ms', 'gs')),
    ...each(phrases('cycle 2, c2, cycle deux'), grade('cp', 'ce1', 'ce2')),
    ...each(phrases('cycle 3, c3, cycle trois'), grade('cm1', 'cm2', '6e')),
    ...each(phrases('cycle 4, c4, cycle quatre'), grade('5e', '4e', '3e')),
    ...each(phrases('ulis, segpa'), stage('foerder')),
    ...each(phrases('adultes, formation pour adultes'), stage('erwachsene')),
    ...learningYears(ordinals, ['annee d apprentissage', 'annee apprentissage']),
  ],
  inside: wordList('la le'),
  and: wordList('et ou'),
  to: wordList('a au'),
}
