import { HtmlValidate } from 'html-validate'

/*
 * The HTML standard as html-validate knows it. Off is only what is a matter of taste in generated markup: how white
 * space, void elements and boolean attributes are written, and how long a title may be.
 */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-quotes': 'off',
    // React writes autoComplete; HTML does not mind.
    'attr-case': 'off',
    'doctype-style': 'off',
    // A menu before the main heading may have headings of its own.
    'heading-level': ['error', { minInitialRank: 'any' }],
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
  },
  elements: ['html5', { 'astro-island': { flow: true, phrasing: true, permittedContent: ['@flow'] } }],
})

/** What is wrong with a document, one line each. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  )
}
