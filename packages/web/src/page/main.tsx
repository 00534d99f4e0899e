/** The entry of the page. */
import { startLanguage } from '../ui/language.ts'
import '../styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const container = document.getElementById('millrace')
startLanguage()
if (container !== null) createRoot(container).render(<App />)
