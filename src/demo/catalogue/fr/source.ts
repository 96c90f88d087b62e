import type { WorldSource } from '../build-world.ts'
import * as p from '../presets.ts'
import { standardRows } from '../standard-rows.ts'
import { frContent } from './content.ts'

export const frSource: WorldSource = {
  world: 'fr',
  language: 'fr',
  subjects: {
    ma: ['fr-mathematics', 'Mathématiques', 'maths'],
    fr: ['fr-native-language', 'Français', 'letters'],
    fle: ['fr-second-language-instruction', 'FLE', 'speech'],
    qm: ['fr-general-studies', 'Questionner le monde', 'leaf'],
    sc: ['fr-science', 'Sciences', 'water'],
    hi: ['fr-history-geography', 'Histoire-Géographie', 'column'],
    emc: ['fr-ethics', 'EMC', 'heart'],
    en: ['fr-english', 'Anglais', 'speech', 'en'],
    es: ['fr-spanish', 'Espagnol', 'speech', 'es'],
    svt: ['fr-biology', 'SVT', 'leaf'],
    ph: ['fr-physics-chemistry', 'Physique-Chimie', 'flask'],
    inf: ['fr-technology', 'Technologie', 'screen'],
    la: ['fr-latin', 'Latin', 'column'],
    mu: ['fr-music', 'Éducation musicale', 'note'],
    ku: ['fr-visual-arts', 'Arts plastiques', 'palette'],
    vo: ['fr-early-learning', 'Maternelle', 'stars'],
    kl: ['fr-class-teacher', 'Gestion de classe', 'calendar'],
    fa: ['fr-interdisciplinary', 'Interdisciplinaire', 'key'],
  },
  authors: [
    'La classe de Claire|Maths du CP au collège|Professeure depuis 2010, je partage des fiches testées en classe, avec corrigé.|ma',
    'Atelier des mots|Lecture et étude de la langue|Un duo de maîtresses qui aime les textes courts et les consignes nettes.|fr fle',
    'Antoine Lemoine|Sciences et SVT|Des schémas simples pour comprendre.|sc svt ph qm',
    'Sophie Garnier|Anglais et espagnol|Vocabulaire, conjugaison et cartes à découper.|en es',
    'Maître Hugo|Cycle 3|Histoire, géographie et problèmes pour le CM.|hi ma',
    'Les petits pas|Maternelle|Graphisme et numération pour la grande section.|vo',
    'Nadia Perrin|Mathématiques au collège|Exercices progressifs et évaluations.|ma inf',
    'La portée bleue|Musique et arts|Lire les notes, regarder les œuvres.|mu ku',
    'Classe sereine|Organisation et rituels|Plannings, affichages et diplômes.|kl emc',
    'Paul Delmas|Lettres classiques|Latin et grammaire sans douleur.|la fr',
    'Boîte à énigmes|Jeux et défis|Des énigmes pour apprendre autrement.|fa',
    'Camille Roussel|EMC et vie de classe|Débats, émotions, coopération.|emc kl',
  ],
  buyers: [
    'Émilie D.',
    'Julien Moreau',
    'Hélène P.',
    'Maîtresse Zoé',
    'Karim B.',
    'Valérie T.',
    'Marc Lefèvre',
    'Océane R.',
    'Sandrine G.',
    'Thomas V.',
    'Mme Faure',
    'Élodie C.',
  ],
  gradeLabel: (g) => (/^\d/.test(g) ? g : g.toUpperCase()),
  schoolTypes: (g) => [
    ['ps', 'ms', 'gs'].includes(g) ? 'kita' : /^\de$/.test(g) ? 'sek1-mittel' : 'grundschule',
  ],
  contains: 'Au programme :',
  closing: [
    'Il suffit d’imprimer et de distribuer.',
    'La mise en page reste lisible en noir et blanc.',
    'Utilisable en classe, en plan de travail ou à la maison.',
    'La difficulté augmente peu à peu.',
    'Prévu pour une à deux séances.',
  ],
  closingKey: 'Le corrigé complet est fourni.',
  praise: [
    'Très bonne ressource.',
    'Mes élèves ont adoré.',
    'Exactement ce que je cherchais.',
    'Clair et bien présenté.',
    'Un vrai gain de temps.',
    'Je recommande.',
    'Utilisé avec deux groupes.',
    'Super pour réviser.',
    'Merci pour le partage !',
    'Les élèves sont autonomes.',
  ],
  detail: [
    'Le corrigé est juste et lisible.',
    'S’imprime bien en noir et blanc.',
    'La progression est bien pensée.',
    'Parfait pour une séance.',
    'Les schémas sont nets.',
    'Bon nombre d’exercices.',
    'Donné aussi en devoirs.',
    'Même les plus fragiles y arrivent.',
    'Utile avant l’évaluation.',
    'Intégré au plan de travail.',
  ],
  mild: [
    'Il manque quelques défis.',
    'Un peu facile pour mon groupe.',
    'Un peu plus de place pour écrire serait bien.',
    'J’aurais aimé deux niveaux.',
    'Correct, sans surprise.',
    'Une version modifiable serait un plus.',
  ],
  rows: [
    ...standardRows(`
simplify|6e 5e|Fractions : simplifier, compléter et comparer – 12 fiches avec corrigé|Douze fiches pour maîtriser les fractions égales.|fractions, simplifier, fractions égales
fracadd|5e 4e|Additionner et soustraire des fractions|Du même dénominateur aux dénominateurs différents.|fractions, addition, dénominateur
fracmul|4e|Multiplier et diviser des fractions|Produits, quotients et fraction d’une quantité.|fractions, multiplication, inverse
fracpic|cm1 cm2|Fractions en images : lire et colorier|Disques et bandes pour donner du sens aux fractions.|fractions, numérateur, dénominateur
fracforms|cm2 6e|Fractions, nombres décimaux et pourcentages|Passer d’une écriture à l’autre.|fractions décimales, pourcentages
fractest|5e|Évaluation : les fractions en cinquième|Évaluation d’une heure avec corrigé.|évaluation, fractions
tables|ce1 ce2|Tables de multiplication : toutes les tables|Multiplications, multiplications à trous et divisions.|tables de multiplication, calcul
tables2510|ce1|Tables de 2, de 5 et de 10|Les premières tables, pas à pas.|tables de multiplication
tablestest|ce2 cm1|Ceintures de tables : quatre tests|Quatre tests de 40 calculs de même niveau.|ceintures, tables de multiplication
loop|ce2|J’ai… qui a… ? Tables de multiplication|Vingt-quatre cartes pour le calcul mental collectif.|j’ai qui a, calcul mental
add20|cp|Additions et soustractions jusqu’à 20|L’entraînement quotidien du CP.|addition, soustraction, CP
add100|ce1|Calcul mental jusqu’à 100|Ajouter, retrancher, compléter.|calcul mental
walls|cp ce1|Pyramides de nombres|Des pyramides pour chercher et vérifier.|pyramides additives
to1000|ce2|Numération jusqu’à 1000|Encadrer, comparer, décomposer, arrondir.|numération, nombres
column|ce2 cm1|Additions posées dans un quadrillage|Aligner unités, dizaines et centaines.|addition posée, retenue
columnsub|ce2 cm1|Soustractions posées dans un quadrillage|S’entraîner à la soustraction avec retenue.|soustraction posée
long|cm1 cm2|Multiplications posées à deux chiffres|Trois pages de multiplications posées.|multiplication posée
remainder|cm1|La division avec reste|Trouver le quotient et le reste.|division, quotient, reste
clock|ce1 ce2|Lire l’heure|Lire l’heure et placer les aiguilles.|heure, horloge
money|cp ce1|La monnaie : compter les pièces|Additionner les pièces en euros et centimes.|monnaie, euros
units|cm1 cm2|Conversions : longueurs, masses, durées, contenances|Quatre pages de conversions.|conversions, mesures
decimals|cm2 6e|Calculer avec les nombres décimaux|Les opérations avec la virgule.|nombres décimaux
percent|5e|Pourcentages|Calculer une partie, un taux, un total.|pourcentages
negatives|5e 4e|Nombres relatifs : les opérations|De la droite graduée aux quatre opérations.|nombres relatifs
equations|4e 3e|Équations du premier degré|Trois niveaux progressifs.|équations, calcul littéral
areas|6e 5e|Aires et périmètres|Rectangles, triangles et figures composées.|aire, périmètre
circles|6e 5e|Disques et pavés droits|Longueur du cercle, aire et volume.|cercle, volume
angles|6e|Mesurer des angles au rapporteur|Trente-six angles à mesurer.|angles, rapporteur
coords|5e|Se repérer dans le plan|Lire et placer des points dans un repère.|repère, coordonnées
pythagoras|4e|Théorème de Pythagore|Calculer une longueur manquante.|Pythagore
primes|5e 3e|Puissances, nombres premiers, PGCD et PPCM|Quatre pages d’arithmétique.|nombres premiers, PGCD
functions|3e|Fonctions et développement|Images, développements et équations produit.|fonctions, développer
romans|ce2 cm1|Les chiffres romains|Lire et écrire les chiffres romains.|chiffres romains
sudoku|ce1 ce2 cm1|Sudokus pour la classe|Vingt-quatre grilles en deux tailles.|sudoku, logique
tracing|gs|Graphisme en grande section|Vagues, ponts et zigzags à repasser.|graphisme, maternelle
counting|gs|Compter jusqu’à 20|Dénombrer et écrire le nombre.|dénombrer, nombres
symmetry|cm1 cm2|Symétrie axiale sur quadrillage|Compléter des figures par symétrie.|symétrie
notes|6e 5e|Lire les notes en clé de sol|Quinze portées pour s’entraîner.|solfège, clé de sol
binary|5e 4e|Coder en binaire|Du décimal au binaire et retour.|binaire, codage
physics|4e 3e|Vitesse et loi d’Ohm|Exercices d’application des formules.|vitesse, loi d’Ohm
week|cp ce1 ce2 cm1 cm2|Cahier journal hebdomadaire|Cinq jours, six créneaux.|cahier journal, emploi du temps
paper|cp ce1 ce2|Papier ligné, quadrillé et portées|Trois modèles à photocopier.|papier ligné, portées`),
    [
      'escape',
      'ma',
      'cm2',
      'escape-game',
      449,
      'Escape game maths : le phare fermé',
      'Cinq énigmes de calcul pour ouvrir le phare.',
      p.riddles(
        'La tempête a fermé la porte du phare. Calcule, cherche chaque résultat dans les cases et découvre le mot.',
        ['PHARE', 'BATEAU', 'ANCRE', 'SABLE', 'MAREE'],
      ),
      'escape game, énigmes',
      'key',
    ],
    ...frContent,
  ],
  bundles: [
    [
      'lot-fractions',
      'Lot fractions',
      'Toutes les fractions, de l’entraînement à l’évaluation.',
      ['simplify', 'fracadd', 'fracmul', 'fractest'],
    ],
    [
      'lot-tables',
      'Lot tables de multiplication',
      'S’entraîner, jouer, évaluer.',
      ['tables', 'tablestest', 'loop'],
    ],
    ['lot-geometrie', 'Lot géométrie', 'Aires, angles et repérage.', ['areas', 'angles', 'coords']],
    ['lot-sciences', 'Lot sciences', 'Eau, plante et circuit.', ['cycle-eau', 'plante', 'circuit']],
  ],
}
