/** Small letters without their marks: 'Árbol' and 'arbol' are the same to who searches. */
export function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
