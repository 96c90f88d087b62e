import { expect, test } from 'vitest'
import { isDecentName } from './decent-names.ts'

test.each([
  ...[
    'F.u.c.k',
    'ARSCHloch',
    'sh1t',
    'Μαλάκας',
    'P u t a',
    'xX_Nazi_Xx',
    'NaziKing',
    'nazi88',
    'N4zi',
    'N.a.z.i',
  ],
  ...['Du Arsch', 'Hurensohn 7', 'la Bite', 'Merda!', 'Dick', 'co\u006e\u0303o', 'Gefickt', 'PÉDÉ'],
])('%j is no name for a class', (name) => expect(isDecentName(name)).toBe(false))

test.each([
  ...[
    'Ida',
    'Mutiger Otter',
    'Zoë 7',
    'Nazim',
    'Nazire',
    'Nazif',
    'Nazia',
    'Dominique',
    'Monique',
    'Véronique',
  ],
  ...[
    'Merdan',
    'Siriporn',
    'Yoshito',
    'Rishit',
    'Iwanka',
    'Marschall',
    'Karsch',
    'Pedersen',
    'Vergara',
    'Schurek',
  ],
  ...[
    'Hancock',
    'Dickens',
    'Pollack',
    'Apollonia',
    'Negroni',
    'Γιάννης',
    'Begoña',
    'Fritz',
    'Benedick',
    'Ana 1',
  ],
])('%j is a name that children have', (name) => expect(isDecentName(name)).toBe(true))
