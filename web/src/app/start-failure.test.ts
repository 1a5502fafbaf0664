import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { showStartFailure } from './start-failure.ts'

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => localStorage.clear())

test.for([
  ['en', 'The page could not be loaded. Check your connection and try again.', 'Try again'],
  [
    'pt-BR',
    'Não foi possível carregar a página. Verifique sua conexão e tente novamente.',
    'Tentar novamente',
  ],
] as const)('a page that cannot start says so in %s, without any text file', ([language, message, retry]) => {
  localStorage.setItem('language', language)
  showStartFailure()
  expect(document.querySelector('h1')?.textContent).toBe(message)
  expect(document.querySelector('button')?.textContent).toBe(retry)
  expect(document.documentElement.lang).toBe(language)
})

test('its button starts the page again', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  showStartFailure()
  document.querySelector('button')?.click()
  expect(reload).toHaveBeenCalledOnce()
})
