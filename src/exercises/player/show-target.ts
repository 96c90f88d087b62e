/** After a form of this long page was sent: a page that is loaded anew stays at its top, not where the answer is said. */
function show(): void {
  document.querySelector(':target')?.scrollIntoView()
}

if (document.readyState === 'complete') show()
else addEventListener('load', show, { once: true })
