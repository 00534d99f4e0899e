/** Entry point of the page. */
import '../styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadedStylesheet } from './loaded-stylesheet.ts'

const container = document.getElementById('millrace')
if (container !== null) {
  await loadedStylesheet()
  createRoot(container).render(<App />)
}
