/** Whether a text is an https address without a name or password in it: where a link of a teacher may lead. */
export function isHttpsAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
