/** The entry of the page. */
import '../styles.css'
import { createRoot } from 'react-dom/client'
import { startLanguage } from '../i18n/languages.ts'
import { App } from './app.tsx'

const container = document.getElementById('millrace')
startLanguage()
if (container !== null) createRoot(container).render(<App />)
