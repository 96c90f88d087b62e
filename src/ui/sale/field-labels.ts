/** What the fields of a material are called, for lists of what is missing or wrong. */
export function materialFieldLabels(t: (key: string) => string): Readonly<Record<string, string>> {
  return {
    title: t('cabinet-sales:form.title'),
    description: t('cabinet-sales:form.description'),
    subjects: t('cabinet-sales:form.subjects'),
    grades: t('cabinet-sales:form.grades'),
    schoolTypes: t('cabinet-sales:form.schoolTypes'),
    learningYears: t('cabinet-sales:form.learningYears'),
    materialType: t('cabinet-sales:form.materialType'),
    language: t('cabinet-sales:form.language'),
    keywords: t('cabinet-sales:form.keywords'),
    price: t('cabinet-sales:form.price'),
    salePrice: t('cabinet-sales:form.salePrice'),
    additionalPrice: t('cabinet-sales:form.additionalPrice'),
    schoolPrice: t('cabinet-sales:form.schoolPrice'),
    versionNote: t('cabinet-sales:form.versionNote'),
    previewPages: t('cabinet-sales:form.previewPages'),
    solutionPages: t('cabinet-sales:form.solutionPages'),
    lessonMinutes: t('cabinet-sales:form.lessonMinutes'),
    interactiveId: t('interactive-shop:sell.label'),
    files: t('cabinet-sales:form.files'),
  }
}
