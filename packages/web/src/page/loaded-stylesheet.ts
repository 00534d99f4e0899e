import { hasStylesheet } from '../mount/checked-container.ts'

/** How long to wait before each new request for a stylesheet that could not be loaded. */
const WAITS_MS = [0, 250, 1000, 2000]

/**
 * Resolves when the stylesheet of the page is loaded. A browser does not repeat a failed request for one, and the canvas
 * cannot be used without it. After the last attempt the page is shown as it is.
 */
export async function loadedStylesheet(): Promise<void> {
  for (const wait of WAITS_MS) {
    const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
    // Module scripts start after the stylesheets before them have loaded or failed.
    if (link === null || hasStylesheet()) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    const again = link.cloneNode() as HTMLLinkElement
    const ended = new Promise((resolve) => {
      again.addEventListener('load', resolve)
      again.addEventListener('error', resolve)
    })
    link.replaceWith(again)
    await ended
  }
}
