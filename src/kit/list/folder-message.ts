/** Specification 4: the message of success clears by itself. */
const seconds = Number(document.querySelector<HTMLElement>('[data-folder-seconds]')?.dataset.folderSeconds)

/** From its first frame on: behind another tab it waits until it is seen. */
function clearLater(): void {
  const message = document.getElementById(location.hash.slice(1))
  if (!message?.matches('#folder-saved, [id^="folders-of-"]')) return
  requestAnimationFrame(() =>
    setTimeout(() => {
      message.hidden = true
      history.replaceState(history.state, '', location.pathname + location.search)
    }, seconds * 1000),
  )
}

/** Now, and for what an address says later. */
export function clearFolderWords(): void {
  clearLater()
  addEventListener('hashchange', clearLater)
}
