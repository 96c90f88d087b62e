import type { Page } from '@playwright/test'

/** A device with these voices; what it said is kept. */
export async function withVoices(
  page: Page,
  voices: { lang: string; localService: boolean }[],
): Promise<void> {
  await page.addInitScript((all) => {
    const said: string[] = []
    const speech = {
      getVoices: () => all,
      addEventListener: () => {},
      cancel: () => {},
      speak: ({ text, lang }: { text: string; lang: string }) => said.push(`${lang}: ${text.trim()}`),
    }
    class Utterance {
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    }
    Object.defineProperties(window, {
      speechSynthesis: { value: speech },
      SpeechSynthesisUtterance: { value: Utterance },
      said: { value: said },
    })
  }, voices)
}

export const saidOn = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)
