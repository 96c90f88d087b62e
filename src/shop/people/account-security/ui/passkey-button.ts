import { addPasskey, knowsPasskeys, logInByPasskey } from '../browser/passkeys.ts'

/** Shows and wakes the buttons that need a passkey; without script and in old browsers they stay away. */
export function wakePasskeyButtons(): void {
  if (!knowsPasskeys()) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.hidden = false
    button.addEventListener('click', () => void act(button))
  }
}

async function act(button: HTMLButtonElement): Promise<void> {
  const problem = document.getElementById('passkey-problem')
  if (problem) problem.hidden = true
  button.disabled = true
  try {
    if (button.dataset.passkey === 'log-in') location.assign(await logInByPasskey(button.dataset.next))
    else {
      await addPasskey()
      location.hash = 'changed'
      location.reload()
    }
  } catch {
    button.disabled = false
    if (problem) problem.hidden = false
  }
}
