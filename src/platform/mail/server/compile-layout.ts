import { writeFileSync } from 'node:fs'
import mjml2html from 'mjml'

/*
 * `node src/platform/mail/server/compile-layout.ts` writes layout.ts. The mails' MJML is compiled here, once for all
 * worlds, and not in the process that sends: MJML takes half a second and 90 MB to load, and the words are filled in
 * afterwards anyway. layout.test.ts fails when layout.ts is not what this file makes.
 */

/** A piece between two markers is kept, left out or repeated by render.ts. */
function piece(name: string, mjml: string): string {
  return `<mj-raw><!--${name}--></mj-raw>${mjml}<mj-raw><!--/${name}--></mj-raw>`
}

const ink = '#1d2a33'
const quiet = '#55646e'
const accent = '#1f5f5b'

/** Without these, programs in dark mode mix our dark letters with a ground of their own, or turn colours round by guess. */
const darkStyles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page, .page > div { background-color: #141a1d !important; }
    .sheet, .sheet > table { background: #1e272b !important; background-color: #1e272b !important; }
    .sheet div, .sheet h1, .sheet td { color: #e8ecec !important; border-color: #3a474d !important; }
    .brand div { color: #7cc7c0 !important; }
    .quiet div, .quiet a { color: #a9b6ba !important; }
  }`

const source = `
<mjml lang="[[lang]]">
  <mj-head>
    <mj-title>[[subject]]</mj-title>
    <mj-preview>[[preview]]</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-style>${darkStyles}</mj-style>
    <mj-attributes>
      <mj-all font-family="Commissioner, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" color="${ink}" />
      <mj-text font-size="16px" line-height="24px" padding="8px 24px" />
    </mj-attributes>
  </mj-head>
  <mj-body css-class="page" background-color="#f4f1ea">
    <mj-section padding="24px 0 0"><mj-column>
      <mj-text css-class="brand" font-size="20px" font-weight="700" color="${accent}">Aularium</mj-text>
    </mj-column></mj-section>
    <mj-section css-class="sheet" background-color="#ffffff" padding="16px 0" border-radius="8px"><mj-column>
      <mj-text><h1 style="margin:8px 0;font-size:24px;line-height:32px;">[[heading]]</h1></mj-text>
      ${piece('paragraph', '<mj-text>[[text]]</mj-text>')}
      ${piece(
        'button',
        `<mj-button href="[[href]]" background-color="${accent}" color="#ffffff" font-size="16px" font-weight="700" inner-padding="14px 24px" padding="16px 24px" align="left" border-radius="6px">[[text]]</mj-button>
        <mj-text css-class="quiet" font-size="13px" line-height="20px" color="${quiet}"><a href="[[href]]" style="color:${quiet};word-break:break-all;">[[href]]</a></mj-text>`,
      )}
      ${piece(
        'rows',
        `<mj-table padding="8px 24px" font-size="16px" line-height="24px"><!--row--><tr><td style="padding:6px 12px 6px 0;border-bottom:1px solid #e3ded2;vertical-align:top;">[[label]]</td><td style="padding:6px 0;border-bottom:1px solid #e3ded2;text-align:right;white-space:nowrap;vertical-align:top;">[[value]]</td></tr><!--/row--></mj-table>`,
      )}
      ${piece('note', `<mj-text css-class="quiet" font-size="13px" line-height="20px" color="${quiet}">[[text]]</mj-text>`)}
    </mj-column></mj-section>
    <mj-section padding="0 0 24px"><mj-column>
      <mj-text css-class="quiet" font-size="13px" line-height="20px" color="${quiet}">[[footer]]</mj-text>
      ${piece('link', `<mj-text css-class="quiet" font-size="13px" line-height="28px" padding="4px 24px" color="${quiet}"><a href="[[href]]" style="color:${quiet};">[[text]]</a></mj-text>`)}
    </mj-column></mj-section>
  </mj-body>
</mjml>`

/** The text of layout.ts. @throws when the MJML has a mistake */
export async function layoutModule(): Promise<string> {
  const { html, errors } = await mjml2html(source, {
    ...{ keepComments: true, validationLevel: 'strict' },
    // Otherwise MJML links Google's Roboto, and every mail that is opened tells Google so.
    fonts: {},
  })
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const compact = html.replace(/\s*\n\s*/g, '\n').trim()
  if (/[`\\]|\$\{/.test(compact)) throw new Error('the layout would break its own quotes')
  return [
    "/** The mails' HTML with [[places]] and marked pieces. Made by compile-layout.ts. */",
    `export const layout = \`${compact}\``,
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(new URL('./layout.ts', import.meta.url), await layoutModule())
}
