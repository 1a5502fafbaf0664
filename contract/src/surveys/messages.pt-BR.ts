import type { Shape } from '../messages/translate.ts'
import type { surveys as en } from './messages.en.ts'

export const surveys = {
  statuses: { draft: 'Rascunho', open: 'Aberta', closed: 'Encerrada' },
  errors: {
    notFound: 'Não existe pesquisa com o form_id {formId}',
    dates: 'Uma pesquisa não pode encerrar antes de abrir',
  },
  validation: {
    words: '{message}',
    constraint: '{path}: esta resposta não é possível',
    number: '{path} deve ser um número',
    date: '{path} deve ser uma data, como 2026-03-31',
    time: '{path} deve ser um horário, como 14:30',
    text: '{path} deve ser texto',
    choices: '{path} deve ser uma lista das opções',
    photo: '{path} deve ser uma imagem enviada ou o endereço de uma',
    location: '{path} deve ser uma latitude e uma longitude',
    rows: '{path} deve ser uma lista de linhas',
  },
  expression: {
    tooLong: 'a expressão tem mais de {max} caracteres',
    tooDeep: 'a expressão é complicada demais',
    ended: 'a expressão termina cedo demais',
    unexpected: '{found} (caractere {at}) não é entendido aqui',
    unclosedText: 'as aspas no caractere {at} não são fechadas',
    unknownFunction: 'a função {name}() não é suportada',
    wrongArguments: 'a função {name}() tem argumentos de menos ou de mais',
    listNeeded: '{name}() conta o que está em uma repetição: recebe um nome de uma pergunta ou repetição',
    patternLiteral: 'o padrão de regex() deve ser escrito entre aspas',
    unknownKey: 'não existe a pergunta {key}',
    noAnswer: '{key} não tem resposta: é uma nota ou um grupo',
    selfInRelevance: 'uma pergunta não pode olhar a própria resposta para saber se é feita',
    cycle: 'estas esperam umas pelas outras: {keys}',
    badPattern: 'o padrão {pattern} não é uma expressão regular suportada',
  },
} as const satisfies Shape<typeof en>
