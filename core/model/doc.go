// Package model is the room of the models that are fitted to public rows. Begin with basemodel, which says what each
// kind can do; auto blends linear, smooth, trees and xgboost, or chooses one, by cross-validation. Package labelled
// says what columns private labels add to a row, and correction corrects a model by released sums of them. Package
// regression is the second stage of the two-stage algorithms.
package model
