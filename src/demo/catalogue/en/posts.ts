import type { DemoPost } from '../types.ts'

export const enPosts: DemoPost[] = [
  {
    authorKey: 'seller',
    about: 'raction',
    title: 'Fold first, calculate later: fractions with paper strips',
    daysAgo: 17,
    source: `Every year it is the same story. We start fractions, and two weeks later half the class adds the tops and adds the bottoms. These days I spend **three lessons folding paper** before anyone calculates anything. I get that time back twice over.

## What you need

- paper strips, 24 cm long and 3 cm wide, six for each child
- coloured pencils, no scissors
- a washing line across the room

## The first lesson

1. Everybody folds one strip once. We call the parts halves and label them.
2. The second strip is folded twice, the third three times: quarters and eighths.
3. We lay the strips under one another and look for creases that line up.

That is the moment when equivalent fractions happen, and nobody has used the word yet. “Two quarters is exactly as long as a half!” I write the sentence on the board and it stays there until the test.

## The strip that defeats everyone

You cannot make thirds by halving. Let them try for ten minutes. Sooner or later somebody rolls the strip into a snail, and then everybody wants to learn the trick.

> The strips go into the exercise book with a paper clip. They are allowed in the test.

Practice sheets come out only after every child has folded a set of their own. It sounds slow. By half term we are usually a week ahead of where I used to be.`,
    comments: [
      {
        by: 0,
        text: 'Tried this today with Year 5. The snail was a huge hit. What do you do about fifths?',
        daysAgo: 12,
      },
      {
        by: 'author',
        isReply: true,
        text: 'I hand out a 25 cm strip and a ruler. Working out why 24 cm will not do is half the lesson.',
        daysAgo: 11,
      },
      { by: 2, text: 'Stealing the washing line idea, thank you!', daysAgo: 4 },
    ],
  },
  {
    authorKey: 'author2',
    about: 'Lighthouse Keeper',
    title: 'Ten quiet minutes of reading after lunch',
    daysAgo: 38,
    source: `The half hour after lunch used to be lost: arguments from the playground, red faces, three missing jumpers. For two years now the whole class has read **silently for ten minutes**, and so have we. It is the routine we would give up last.

## Three rules and no more

- Every child puts a book on the table before going out.
- If you do not like your book you may swap it tomorrow, not now.
- Nobody is tested. No reading record, no points.

The last rule was the hardest for us. We wanted to know whether they were really reading. Now one of us sits down beside a child and listens to half a page, *in a whisper*. After three weeks we have heard everyone, and we know more than any test has told us.

## What about children who can hardly read yet?

They get short texts with a picture and questions that can be answered in one word. Familiar things work best: hedgehogs, weather, a lighthouse. The text has to fit on one page and it has to have an end. A child who may say “finished” picks up the next one.

## What has changed

The lesson afterwards starts calmly. Parents tell us that there is reading at home because the story has reached an exciting bit. And we have each got through a novel a month, which has not happened since college.`,
    comments: [
      {
        by: 1,
        text: 'How do you deal with children who change their book five times in ten minutes?',
        daysAgo: 30,
      },
      {
        by: 'author',
        isReply: true,
        text: 'They choose three books before lunch and may switch between those. After a few days most of them settle on one.',
        daysAgo: 29,
      },
    ],
  },
]
