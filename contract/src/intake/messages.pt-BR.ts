import type { Shape } from '../messages/translate.ts'
import type { intake as en } from './messages.en.ts'

export const intake = {
  received: 'A entrevista foi recebida',
  accepted: 'Edição do celular aceita',
  returned: {
    title: 'Entrevistas devolvidas',
    none: 'Você não tem entrevistas devolvidas. Esta lista é atualizada quando o celular atualiza os formulários.',
    interview: 'Qual entrevista você quer corrigir?',
    hint: 'Id da pesquisa, pesquisa, comunidade e data',
    reason: 'Motivo',
    queries: 'Perguntas a conferir',
    returned: 'Devolvida',
    sent: 'Enviada pelo celular',
    steps:
      'Volte à tela inicial do Collect. Abra “Enviado”, abra a entrevista e toque no lápis (“Editar formulário finalizado”). Corrija as respostas e envie a entrevista de novo. Se ela não estiver neste celular, fale com seu supervisor. Não é preciso enviar esta lista.',
  },
  errors: {
    unknownForm: 'O formulário {form}, versão {version}, não está aberto aqui',
    unknownInstance: 'A entrevista que foi editada ainda não chegou. Envie-a primeiro.',
  },
  submission: {
    tooLarge: 'A entrevista tem mais de {max} MB',
    notUtf8: 'A entrevista não está codificada em UTF-8',
    notWellFormed: 'A entrevista não é um XML bem formado',
    doctype: 'A entrevista contém um DOCTYPE, que não é aceito',
    tooDeep: 'A entrevista tem mais de {max} níveis de elementos',
    tooManyElements: 'A entrevista tem mais de {max} elementos',
    encrypted: 'Formulários criptografados não são aceitos aqui',
    noFormId: 'A entrevista não indica seu formulário: o elemento raiz não tem id',
    noInstanceId: 'A entrevista não tem instanceID',
    invalidId: '{name} tem mais de {max} caracteres ou contém caracteres de controle',
  },
} as const satisfies Shape<typeof en>
