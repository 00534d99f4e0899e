/** Entry point of the page. */
import '../styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadedStylesheet } from './loaded-stylesheet.ts'

const container = document.getElementById('millrace')
// Not a top-level await: the bundler would then split the first load into twice as many files.
if (container !== null) void loadedStylesheet().then(() => createRoot(container).render(<App />))
