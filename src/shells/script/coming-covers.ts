/**
 * A cover fades in over its sheet. Pictures that are there already are left alone, and so is the first of a page: hidden
 * for a moment, it would count as seen late. A picture that never comes leaves the sheet to be seen.
 */
export function fadeInCovers(): void {
  const reveal = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.classList.remove('is-coming')
  }
  document.addEventListener('load', reveal, true)
  for (const picture of document.querySelectorAll<HTMLImageElement>('.card__sheet + img[loading="lazy"]')) {
    if (!picture.complete) picture.classList.add('is-coming')
  }
}
