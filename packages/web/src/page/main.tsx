/** Entry point of the page. */
import '../styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const container = document.getElementById('millrace')
if (container !== null) createRoot(container).render(<App />)
