export { type LetterLine, letterPage, listLetters } from './letters.ts'
export { confirmation } from './subscribing.ts'
