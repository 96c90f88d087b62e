import { expect, expectAccessible, expectNoSidewaysScroll, expectValidHtml, test } from './fixtures.ts'

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [320, 360, 1280]) {
    test(`every part of the kit in every state, ${scheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const response = await page.goto('/kit')
      expect(response?.status()).toBe(200)
      expect(response?.headers()['x-robots-tag']).toBe('noindex')
      await expectNoSidewaysScroll(page)
      await expect(page.locator('.slider__track').first()).toHaveCSS('scrollbar-color', /, 0\)$/)
      await expectAccessible(page, scheme === 'light' ? 'all' : 'colours')
      for (const opener of await page.locator('[data-opens]').all()) {
        await opener.click()
        const sheet = page.locator('dialog[open]')
        await expect(sheet).toBeInViewport({ ratio: 1 })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page, scheme === 'light' ? 'all' : 'colours')
        await page.keyboard.press('Escape')
        await expect(sheet).toHaveCount(0)
        await expect(opener).toBeFocused()
      }
      if (scheme === 'light' && width === 1280) await expectValidHtml(page, response)
    })
  }
}
