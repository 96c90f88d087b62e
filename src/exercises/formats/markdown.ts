import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'

/** Questions of others in Markdown: what is strong, emphasised or code; the rest is shown as it was typed. */
export function htmlOfMarkdown(text: string): string {
  const html = htmlOfText(text)
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*\n]{0,500})\*(?![\w*])/g, '<em>$1</em>')
    .replace(/(?<!\w)_([^_\s][^_\n]{0,500})_(?!\w)/g, '<em>$1</em>')
    .replace(/`([^`\n]{1,500})`/g, '<code>$1</code>')
  return cleanHtml(html)
}
