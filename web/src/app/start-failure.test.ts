import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { showStartFailure } from './start-failure.ts'

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => localStorage.clear())

test.for([
  ['en', 'notLoaded', 'The page could not be loaded', 'Try again'],
  ['en', 'unreachable', "The server can't be reached", 'Try again'],
  ['pt-BR', 'unreachable', 'Não foi possível acessar o servidor', 'Tentar novamente'],
  ['pt-BR', 'notLoaded', 'Não foi possível carregar a página', 'Tentar novamente'],
] as const)(
  'shows why the page cannot start in %s (%s), without any text file',
  ([language, reason, message, retry]) => {
    localStorage.setItem('language', language)
    showStartFailure(reason)
    expect(document.querySelector('h1')?.textContent).toBe(message)
    expect(document.querySelector('button')?.textContent).toBe(retry)
    expect(document.documentElement.lang).toBe(language)
  },
)

test('its button reloads the page', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  showStartFailure('unreachable')
  document.querySelector('button')?.click()
  expect(reload).toHaveBeenCalledOnce()
})
