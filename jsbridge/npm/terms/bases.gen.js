// Generated from core/terms: go generate ./core/terms

/** What people call each kind of model, by language. */
export const BASES = {
  linear: { en: "a linear model", de: "ein lineares Modell" },
  smooth: { en: "a smooth curve", de: "eine glatte Kurve" },
  trees: { en: "boosted trees", de: "geboostete Bäume" },
  file: { en: "the model that came with the sample", de: "das Modell, das mit der Stichprobe kam" },
};

/** Them in one of the languages. */
export const basesIn = (language) =>
  Object.fromEntries(Object.entries(BASES).map(([base, words]) => [base, words[language]]));
