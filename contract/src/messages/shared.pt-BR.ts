import type { shared as en } from './shared.en.ts'
import type { Shape } from './translate.ts'

export const shared = {
  app: {
    title: 'Baseline Survey',
  },
  common: {
    cancel: 'Cancelar',
    language: 'Idioma',
    retry: 'Tentar novamente',
    save: 'Salvar',
    loading: 'Carregando',
    mainMenu: 'Menu principal',
    showMenu: 'Mostrar menu',
    hideMenu: 'Ocultar menu',
    skipToContent: 'Ir para o conteúdo',
    capsLock: 'Caps Lock está ativado',
    scheme: { title: 'Aparência', light: 'Claro', dark: 'Escuro', system: 'Como neste dispositivo' },
    requestId: 'Solicitação {id}',
  },
  pages: {
    forbidden: 'Desculpe, você não tem acesso a esta página',
    notFound: 'Desculpe, a página que você visitou não existe',
    failure: 'Desculpe, o servidor está relatando um erro',
    notLoaded: 'Não foi possível carregar a página. Verifique sua conexão e tente novamente.',
    backToHome: 'Voltar ao início',
  },
  roles: {
    manager: { label: 'Gerente', description: 'Acesso completo a todos os recursos' },
    supervisor: { label: 'Supervisor', description: 'Revisa as respostas da pesquisa' },
    monitor: { label: 'Monitor', description: 'Vê apenas os números' },
    enumerator: { label: 'Entrevistador', description: 'Entrevista os domicílios' },
  },
  errors: {
    defaultErrorMessage: 'Ops, ocorreu um erro',
    invalid: 'Corrija os valores marcados',
    tooLarge: 'Esta solicitação é grande demais',
    idempotencyKeyReused: 'Esta Idempotency-Key já foi usada em outra solicitação',
    recordNotFound: 'Este registro não existe mais',
    conflict: 'Outra pessoa alterou este registro nesse meio-tempo',
    unauthenticated: 'Entre na sua conta',
    forbidden: 'Você não tem permissão para fazer isso',
    notFound: 'Não encontrado',
    tooManyRequests: 'Muitas tentativas. Aguarde um momento e tente novamente.',
    unavailable: 'O serviço não está disponível agora. Tente novamente em instantes.',
  },
  validation: {
    mixed: {
      default: '{path} é inválido',
      required: '{path} é obrigatório',
      oneOf: '{path} deve ser um dos seguintes valores: {values}',
    },
    string: {
      length: '{path} deve ter exatamente {length} caracteres',
      min: '{path} deve ter pelo menos {min} caracteres',
      max: '{path} deve ter no máximo {max} caracteres',
      matches: '{path} deve respeitar o padrão: "{regex}"',
      email: '{path} deve ser um e-mail válido',
      url: '{path} deve ser uma URL válida',
      trim: '{path} não deve começar nem terminar com espaços',
      lowercase: '{path} deve estar em letras minúsculas',
      uppercase: '{path} deve estar em letras maiúsculas',
      selected: '{path} deve ser selecionado',
      phone: '{path} deve começar com um dígito',
    },
    number: {
      min: '{path} deve ser maior ou igual a {min}',
      max: '{path} deve ser menor ou igual a {max}',
      lessThan: '{path} deve ser menor que {less}',
      moreThan: '{path} deve ser maior que {more}',
      notEqual: '{path} não deve ser igual a {notEqual}',
      positive: '{path} deve ser um número positivo',
      negative: '{path} deve ser um número negativo',
      integer: '{path} deve ser um número inteiro',
    },
    date: {
      min: '{path} deve ser posterior a {min}',
      max: '{path} deve ser anterior a {max}',
    },
    array: {
      min: '{path} deve ter pelo menos {min} itens',
      max: '{path} deve ter no máximo {max} itens',
    },
    object: {
      noUnknown: '{path} não deve ter chaves desconhecidas: {keys}',
    },
  },
  fileUploader: {
    image: 'Você deve enviar uma imagem',
    size: 'O arquivo é muito grande. O tamanho máximo permitido é {0}',
    formats: "Formato inválido. Deve ser '{0}'",
  },
  importer: {
    processed: 'Processados {0} de {1}.',
    errors: {
      invalidFileExcel: 'Apenas arquivos Excel (.xlsx) são permitidos',
      invalidFileUpload: 'Arquivo inválido. Verifique se está usando a última versão do modelo.',
      invalidFileEmpty: 'O arquivo está vazio',
      importHashRequired: 'O hash de importação é obrigatório',
      importHashExistent: 'Os dados já foram importados',
    },
  },
  exporter: {
    complete: 'Exportação concluída. Clique para baixar',
    failed: 'A atualização falhou',
  },
} as const satisfies Shape<typeof en>
