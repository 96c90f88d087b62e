import type { WorldSource } from '../build-world.ts'
import * as p from '../presets.ts'
import { standardRows } from '../standard-rows.ts'
import { enContent } from './content.ts'

export const enSource: WorldSource = {
  world: 'en',
  language: 'en',
  subjects: {
    ma: ['en-mathematics', 'Maths', 'maths'],
    nl: ['en-native-language', 'English', 'letters'],
    sc: ['en-science', 'Science', 'water'],
    bi: ['en-biology', 'Biology', 'leaf'],
    ch: ['en-chemistry', 'Chemistry', 'flask'],
    ph: ['en-physics', 'Physics', 'bolt'],
    hi: ['en-history', 'History', 'column'],
    ge: ['en-geography', 'Geography', 'globe'],
    inf: ['en-computer-science', 'Computing', 'screen'],
    fr: ['en-french', 'French', 'speech', 'fr'],
    es: ['en-spanish', 'Spanish', 'speech', 'es'],
    de: ['en-german', 'German', 'speech', 'de'],
    mu: ['en-music', 'Music', 'note'],
    ku: ['en-visual-arts', 'Art and design', 'palette'],
    re: ['en-religion', 'Religious education', 'heart'],
    ps: ['en-pshe', 'PSHE', 'heart'],
    kl: ['en-class-teacher', 'Class teacher', 'calendar'],
    vo: ['en-early-learning', 'Early years', 'stars'],
    fa: ['en-interdisciplinary', 'Cross-curricular', 'key'],
    so: ['en-special-needs', 'SEND', 'heart'],
  },
  authors: [
    'Miss Hartley Maths|Maths from Year 1 to Year 9|Teaching since 2010. Clear sheets with answers, ready for Monday morning.|ma',
    'The Reading Nook|English and phonics|Short texts and tidy grammar practice for primary.|nl so',
    'Daniel Okafor|Science|Diagrams first, long words later.|sc bi ch ph',
    'Priya Shah|Modern languages|Vocabulary and verbs in small steps.|fr es de',
    'Mr Whitlock|Humanities|Timelines, maps and quick quizzes.|hi ge re',
    'Little Acorns|Early years|Mark making and counting for small hands.|vo',
    'Owen Price|Secondary maths|Practice sets and tests for KS3.|ma inf',
    'Treble Corner|Music and art|For specialists and brave generalists.|mu ku',
    'Calm Classroom|Organisation and PSHE|Planners, posters and circle time.|kl ps',
    'Bytes and Chalk|Computing|Unplugged computing that works.|inf',
    'Puzzle Cupboard|Games and puzzles|Reasons to keep thinking.|fa',
    'Grace Mitchell|RE and PSHE|Good questions for quiet lessons.|re ps',
  ],
  buyers: [
    'Emma T.',
    'James Walker',
    'Mrs Patel',
    'Sophie L.',
    'R. Hughes',
    'Hannah B.',
    'Mr Collins',
    'Aisha K.',
    'Laura Green',
    'Tom W.',
    'Megan D.',
    'S. Fraser',
  ],
  gradeLabel: (g) => g.charAt(0).toUpperCase() + g.slice(1).replace('-', ' '),
  schoolTypes: (g) => {
    const year = Number(g.replace('year-', ''))
    return [Number.isNaN(year) ? 'kita' : year <= 6 ? 'grundschule' : year <= 11 ? 'sek1-mittel' : 'sek2']
  },
  contains: 'What is inside:',
  closing: [
    'Just print and go.',
    'It copies well in black and white and needs no preparation.',
    'Good for lessons, homework or cover.',
    'The questions get harder page by page, so everyone has a way in.',
    'Planned for one or two lessons.',
  ],
  closingKey: 'Full answers are included.',
  praise: [
    'Brilliant material.',
    'My class loved it.',
    'Just what I needed.',
    'Clear and well laid out.',
    'Saved me a lot of time.',
    'Would buy again.',
    'Used it with two groups.',
    'Great for revision.',
    'Children worked independently.',
    'Lovely clean design.',
  ],
  detail: [
    'The answers are accurate.',
    'Copies well in black and white.',
    'The progression is well judged.',
    'It filled one lesson nicely.',
    'The diagrams are clear.',
    'Plenty of questions.',
    'I set it as homework.',
    'Accessible for my lower attainers.',
    'Handy before the test.',
    'Worked well as a starter.',
  ],
  mild: [
    'A few challenge questions would be nice.',
    'Slightly easy for my group.',
    'A bit more writing space would help.',
    'I would have liked two levels.',
    'Solid, no surprises.',
    'An editable version would be useful.',
  ],
  rows: [
    ...standardRows(`
simplify|year-5 year-6|Fractions: simplify, equivalent and compare – 12 worksheets with answers|Twelve worksheets for secure equivalent fractions.|fractions, simplifying fractions, equivalent fractions
fracadd|year-6 year-7|Adding and subtracting fractions|From the same denominator to different denominators.|fractions, adding fractions, common denominator
fracmul|year-6 year-7|Multiplying and dividing fractions|Products, quotients and fractions of amounts.|fractions, multiplying fractions
fracpic|year-3 year-4|Fractions in pictures: name and shade|Circles and bars that show what a fraction is.|fractions, numerator, denominator
fracforms|year-6 year-7|Fractions, decimals and percentages|Convert in every direction.|fractions decimals percentages
fractest|year-6|Fractions test Year 6|A 45-minute test with answers.|fractions test, assessment
tables|year-3 year-4|Times tables practice: all tables|Multiplying, missing numbers and dividing.|times tables, multiplication
tables2510|year-2|2, 5 and 10 times tables|The first tables, step by step.|times tables
tablestest|year-4|Multiplication tables check: four tests|Four tests of 40 questions at the same level.|multiplication tables check, MTC
loop|year-3 year-4|Loop cards: times tables|Twenty-four I have, who has cards.|loop cards, mental maths
add20|year-1|Addition and subtraction within 20|Daily practice for Year 1.|addition, subtraction
add100|year-2|Addition and subtraction within 100|Add, take away and find the missing number.|mental arithmetic
walls|year-1 year-2|Number pyramids to 100|Pyramids to complete and check.|number pyramids
to1000|year-3|Place value to 1000|Compare, partition, round and sequence.|place value, rounding
column|year-3 year-4|Column addition on squared paper|Keep every digit in its column.|column addition
columnsub|year-4|Column subtraction on squared paper|Practise exchanging on a grid.|column subtraction
long|year-5 year-6|Long multiplication|Three pages of two-digit multipliers.|long multiplication
remainder|year-4 year-5|Division with remainders|Find the quotient and the remainder.|division, remainders
clock|year-2 year-3|Telling the time to five minutes|Read the clock and draw the hands.|telling the time, clock
money|year-2|Money: counting coins|Add pounds and pence.|money, coins, pounds
units|year-5 year-6|Converting metric units|Length, mass, time and capacity.|converting units, measures
decimals|year-6 year-7|Calculating with decimals|All four operations with the decimal point.|decimals
percent|year-6 year-7|Percentages of amounts|Find the part, the percentage and the whole.|percentages
negatives|year-7|Negative numbers|Number line and all four operations.|negative numbers, directed numbers
equations|year-7 year-8|Solving linear equations|Three levels with whole-number answers.|equations, algebra
areas|year-6 year-7|Area and perimeter|Rectangles, triangles and compound shapes.|area, perimeter
circles|year-8|Circles and cuboids|Circumference, area and volume.|circles, volume
angles|year-5 year-6|Measuring angles|Thirty-six angles to measure and name.|angles, protractor
coords|year-6 year-7|Coordinates in four quadrants|Read and plot points.|coordinates
pythagoras|year-9|Pythagoras' theorem|Find the missing side.|Pythagoras
primes|year-7|Powers, primes, HCF and LCM|Four pages of number theory.|prime factors, HCF, LCM
order|year-6 year-7|Order of operations (BIDMAS)|Brackets first, then the rest.|BIDMAS, order of operations
functions|year-9 year-10|Expanding, substituting and quadratics|Algebra practice for KS4 starters.|algebra, quadratics
romans|year-4 year-5|Roman numerals|Read and write numerals to 2026.|Roman numerals
sudoku|year-2 year-3 year-4|Sudoku for children|Twenty-four puzzles in two sizes.|sudoku, logic
tracing|reception|Pencil control: lines to trace|Waves, zigzags and arches.|pencil control, mark making
counting|reception year-1|Counting to 20|Count the shapes and write the number.|counting
symmetry|year-4|Reflections on a grid|Complete symmetrical drawings.|symmetry, reflection
notes|year-5 year-7|Reading notes in the treble clef|Fifteen staves to name.|treble clef, notation
binary|year-7 year-8|Binary numbers|Convert between denary and binary.|binary, denary
physics|year-9 year-10|Speed and Ohm's law calculations|Short formula questions.|speed, Ohm's law
week|year-1 year-2 year-3 year-4 year-5 year-6|Weekly planner for teachers|Five days, six lessons.|weekly planner, timetable
paper|year-1 year-2 year-3|Lined, squared and manuscript paper|Three templates to copy.|lined paper, squared paper`),
    [
      'escape',
      'ma',
      'year-6',
      'escape-game',
      449,
      'Maths escape room: the locked lighthouse',
      'Five calculation puzzles to open the lighthouse.',
      p.riddles(
        'The storm has locked the lighthouse door. Work out each answer, find it in the boxes and spell the word.',
        ['STORM', 'LIGHT', 'ANCHOR', 'STAIRS', 'BEACON'],
      ),
      'escape room, puzzles',
      'key',
    ],
    ...enContent,
  ],
  bundles: [
    [
      'bundle-fractions',
      'Fractions bundle',
      'Every fractions sheet, from practice to test.',
      ['simplify', 'fracadd', 'fracmul', 'fractest'],
    ],
    ['bundle-tables', 'Times tables bundle', 'Practise, play and check.', ['tables', 'tablestest', 'loop']],
    ['bundle-geometry', 'Geometry bundle', 'Area, angles and coordinates.', ['areas', 'angles', 'coords']],
    ['bundle-science', 'Science bundle', 'Water, plants and circuits.', ['water-cycle', 'plant', 'circuit']],
  ],
}
