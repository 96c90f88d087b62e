export { archivedLetter, type LetterLine, letterArchive, letterPage, listLetters } from './letters.ts'
export { confirmation } from './subscribing.ts'
