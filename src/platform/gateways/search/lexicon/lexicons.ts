import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { gr } from './gr.ts'
import { it } from './it.ts'
import type { Lexicon } from './lexicon.ts'

export const lexicons: Readonly<Record<LiveWorldCode, Lexicon>> = Object.freeze({ de, es, fr, gr, it, en })
