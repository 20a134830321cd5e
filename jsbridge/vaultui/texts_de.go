package vaultui

var german = english
