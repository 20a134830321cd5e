# Rscript train_weighted.R sample.csv weights.csv LABEL new.csv: R's lm under released weights, applied to other rows.
given <- commandArgs(trailingOnly = TRUE)
sample <- read.csv(given[1], check.names = FALSE, stringsAsFactors = TRUE)
share <- read.csv(given[2])$weight * nrow(sample)
columns <- setdiff(names(sample), given[3])
model <- lm(reformulate(sprintf("`%s`", columns), as.name(given[3])), data = sample, weights = share)
cat(format(predict(model, read.csv(given[4], check.names = FALSE)), digits = 15), sep = "\n")
