import { shorten } from '#platform/rules/text/shorten.ts'
import { replacePictures } from '../text/rich-pictures.ts'
import { textOfHtml } from '../text/rich-text.ts'

/**
 * What a task is called in lists: the first line of its question in whole words; what its pictures show only where nothing else
 * is said. @returns '' where nothing is said at all
 */
export function taskName(prompt: string, longest: number): string {
  const words = textOfHtml(replacePictures(prompt, () => ' ')) || textOfHtml(prompt)
  return shorten(words.split('\n')[0] ?? '', longest)
}
