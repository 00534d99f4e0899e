/** A button on each block of code that copies it. */

const SHOWN_MS = 2000

export function enableCopying(): void {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'hidden'
  document.body.append(status)
  for (const pre of document.querySelectorAll<HTMLElement>('.code > pre')) {
    // Diagrams and output are not typed anywhere.
    if (pre.dataset.language === 'text' || pre.dataset.language === '') continue
    pre.after(copyButton(pre, status))
  }
}

function copyButton(pre: HTMLElement, status: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const show = (text: string) => {
    button.textContent = text
    status.textContent = text
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, SHOWN_MS)
  }
  button.addEventListener('click', () => {
    const text = pre.textContent ?? ''
    const copied = navigator.clipboard?.writeText(pre.dataset.language === 'console' ? commandsOf(text) : text)
    // The clipboard exists only in secure contexts, and users may forbid it.
    if (copied === undefined) show('Not allowed')
    else
      copied.then(
        () => show('Copied'),
        () => show('Not allowed'),
      )
  })
  return button
}

/** The commands of a terminal session, without prompts and output. */
function commandsOf(session: string): string {
  const commands: string[] = []
  let isContinued = false
  for (const line of session.split('\n')) {
    if (!isContinued && !line.startsWith('$ ')) continue
    commands.push(isContinued ? line : line.slice(2))
    isContinued = line.endsWith('\\')
  }
  return `${commands.join('\n')}\n`
}
