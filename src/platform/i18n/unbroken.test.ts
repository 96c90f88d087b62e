import { expect, test } from 'vitest'
import { translator } from './translate.ts'
import { unbroken } from './unbroken.ts'

const shown = (text: string, lang: string) => unbroken(text, lang).replaceAll('\u00a0', '~')

test('French signs stay on the line of their word', () => {
  expect(shown('Qui était « Molière » ? Un auteur ; et vous : {{count}} !', 'fr')).toBe(
    'Qui était «~Molière~»~? Un auteur~; et vous~: {{count}}~!',
  )
})

test('a percent sign and dots stay with what they follow, in every language', () => {
  expect(shown('{{percent}} % von 10 %, wird geladen …', 'de')).toBe('{{percent}}~% von 10~%, wird geladen~…')
})

test('other languages keep the spaces of their texts', () => {
  expect(shown('ja : nein ? « doch »', 'de')).toBe('ja : nein ? « doch »')
})

test('what a page says in French is unbroken', () => {
  expect(translator('fr')('cart:removeNamed', { title: 'A' })).toBe('Retirer «\u00a0A\u00a0» du panier')
})
