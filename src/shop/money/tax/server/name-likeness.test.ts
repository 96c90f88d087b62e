import { expect, test } from 'vitest'
import { isNameAlike } from './name-likeness.ts'

test.each([
  ['SCHULVERLAG NORD GMBH', 'Schulverlag Nord'],
  ['Schulverlag Nord Gesellschaft mit beschränkter Haftung', 'Schulverlag Nord GmbH'],
  ['Müller-Verlag GmbH & Co. KG', 'Muellerverlag'],
  ['MUELLER LERNMITTEL E.K.', 'Müller Lernmittel'],
  ['ECOLE TEST SARL', 'École Test'],
  ['S.A.R.L. LES ÉDITIONS DU CHÊNE', 'Editions du Chene'],
  ['EDITORIAL AGÜERO, S.L.', 'Editorial Aguero SL'],
  ['COLEGIO SAN JOSÉ SOCIEDAD LIMITADA', 'Colegio San Jose'],
  ['ROSSI MARIO', 'Mario Rossi'],
  ['EDIZIONI DEL SOLE S.R.L.', 'Edizioni del Sole srl'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ ΕΚΔΟΣΕΙΣ ΑΕ', 'Papadopoulos Ekdoseis'],
  ['ΦΡΟΝΤΙΣΤΗΡΙΟ ΑΛΦΑ ΙΚΕ', 'Φροντιστήριο Άλφα'],
  ['ΑΦΟΙ ΝΙΚΟΛΑΟΥ ΟΕ||NIKOLAOU BOOKS', 'Nikolaou Books'],
  ['BRIGHT LEARNING LIMITED', 'Bright Learning Ltd.'],
  ['The Reading Room Ltd', 'Reading Room'],
  ['Schulverlag', 'Schulverlag Nord'],
  ['GRUNDSCHULE AM WALD', 'Grundschuhle am Wald'],
])('%s is %s', (registered, stated) => {
  expect(isNameAlike(registered, [null, stated])).toBe(true)
  expect(isNameAlike(stated, [registered])).toBe(true)
})

test.each([
  ['Ecole Test SARL', 'Eva, Firma'],
  ['Verlag Maria GmbH', 'Maria Huber'],
  ['MÜLLER VERLAG GMBH', 'Meier Verlag GmbH'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ ΑΕ', 'ΝΙΚΟΛΑΟΥ ΑΕ'],
  ['GMBH', 'Schule'],
  ['Colegio San José SL', 'Colegio Santa María SL'],
  ['Rossi Mario', 'Bianchi Mario Luigi Anna Carla'],
  ['Bright Learning Ltd', 'Ltd'],
  ['ABC', ''],
])('%s is not %s', (registered, stated) => {
  expect(isNameAlike(registered, [stated])).toBe(false)
})

test('the person counts as well as the organisation', () => {
  expect(isNameAlike('ROSSI MARIO', ['Lernwerkstatt', 'Mario Rossi'])).toBe(true)
})
