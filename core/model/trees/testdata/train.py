"""Trains the models that the tests of package xgboost hold, with rows and the library's own predictions: cases.json.gz.

    /usr/bin/python3 train.py           the first 20, by Debian's python3-xgboost (1.7.4)
    python3 train.py stopped            adds those with early stopping, by xgboost 3.2.0 of PyPI
"""
import gzip, json, os, sys, tempfile
import numpy as np
import xgboost

if sys.argv[1:] == ["stopped"]:
    cases = json.loads(gzip.open("cases.json.gz").read())[:20]
    r=np.random.default_rng(51)
    def data(n):
        x=np.round(r.normal(size=(n,5))*[1,100,1e-3,5,1]+[0,1000,0,0,7],4); x[r.random(x.shape)<0.1]=np.nan
        z=np.nan_to_num((x-[0,1000,0,0,7])/[1,100,1e-3,5,1],nan=0.7)
        return x, 100*np.sin(2*z[:,0])*z[:,1]+50*z[:,3]**2+r.normal(size=n)*60+500
    names=["a","b","c","d","e"]
    for objective, classes, forest in [("reg:squarederror",0,1),("reg:squarederror",0,2),("binary:logistic",2,1),("multi:softprob",4,1)]:
        x,y=data(150); v,w=data(60)
        if classes:
            cut=np.quantile(y,np.arange(1,classes)/classes*0.8); y=np.searchsorted(cut,y); w=np.searchsorted(cut,w)
        train,held=xgboost.DMatrix(x,label=y,feature_names=names),xgboost.DMatrix(v,label=w,feature_names=names)
        p=dict(objective=objective,max_depth=4,eta=0.8,seed=1,nthread=1,num_parallel_tree=forest,subsample=0.7 if forest>1 else 1)
        if classes>2: p["num_class"]=classes
        b=xgboost.train(p,train,num_boost_round=40,evals=[(held,"held")],early_stopping_rounds=3,verbose_eval=False)
        path=tempfile.mktemp(suffix=".json"); b.save_model(path); model=json.load(open(path))
        for t in model["learner"]["gradient_booster"]["model"]["trees"]:
            for k in ["base_weights","loss_changes","sum_hessian","parents","categories","categories_nodes","categories_segments","categories_sizes"]: t[k]=[]
        rows=v[:20]; d=xgboost.DMatrix(rows,feature_names=names); rng=(0,b.best_iteration+1)
        print(objective, b.best_iteration, b.num_boosted_rounds(), model["learner"]["learner_model_param"]["base_score"], model["learner"]["attributes"])
        cases.append(dict(objective=objective,depth=4,classes=classes,model=model,rows=[[None if np.isnan(q) else float(q) for q in row] for row in rows],
          margins=np.asarray(b.predict(d,output_margin=True,iteration_range=rng),dtype=float).tolist(), predictions=np.asarray(b.predict(d,iteration_range=rng),dtype=float).tolist()))
else:
    r = np.random.default_rng(16)
    cases = []
    for objective, classes in [("reg:squarederror", 0), ("binary:logistic", 2), ("multi:softprob", 4), ("multi:softmax", 3)]:
        for depth in [1, 2, 4, 7, 12]:
            rows = {1: 100, 2: 100, 4: 100, 7: 150, 12: 300}[depth]
            x = r.normal(size=(rows, 5)) * [1, 100, 1e-3, 5, 1] + [0, 1000, 0, 0, 7]
            x = np.round(x * [100, 1, 1e5, 1, 100]) / [100, 1, 1e5, 1, 100]
            x[:, 3] = np.round(x[:, 3])
            x[r.random(x.shape) < 0.15] = np.nan
            z = np.nan_to_num((x - [0, 1000, 0, 0, 7]) / [1, 100, 1e-3, 5, 1], nan=0.7)
            y = 100 * np.sin(2 * z[:, 0]) * z[:, 1] + 50 * z[:, 3] ** 2 + z[:, 2] * 30 + r.normal(size=rows) * 20 + 500
            if classes:
                y = np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)
            train = xgboost.DMatrix(x, label=y, feature_names=["a", "b", "c", "d", "e"])
            settings = dict(objective=objective, max_depth=depth, eta=0.3, seed=1, nthread=1, min_child_weight=0.1 if classes else 1)
            if classes > 2:
                settings["num_class"] = classes
            if depth == 4 and classes < 3:
                settings["base_score"] = 0.2
            if depth > 4 and not classes:  # otherwise the first tree finds the mean of the labels alone
                settings["base_score"] = 500
            if depth == 4:  # a forest in each round
                settings.update(num_parallel_tree=2, subsample=0.7)
            booster = xgboost.train(settings, train, num_boost_round={1: 12, 2: 8, 4: 5, 7: 2, 12: 1}[depth])
            test = x[:20].copy()
            test[10:] += np.round(r.normal(size=(10, 5)), 2)
            test[0] = np.nan
            test = xgboost.DMatrix(test, feature_names=["a", "b", "c", "d", "e"]), test
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "model.json")
                booster.save_model(path)
                model = json.load(open(path))
                # What the test does not look at makes up most of the file.
                for tree in model["learner"]["gradient_booster"]["model"]["trees"]:
                    for key in ["base_weights", "loss_changes", "sum_hessian", "parents", "categories", "categories_nodes", "categories_segments", "categories_sizes"]:
                        tree[key] = []
            cases.append(dict(
                objective=objective, depth=depth, classes=classes, model=model,
                rows=[[None if np.isnan(v) else float(v) for v in row] for row in test[1]],
                margins=np.asarray(booster.predict(test[0], output_margin=True), dtype=float).tolist(),
                predictions=np.asarray(booster.predict(test[0]), dtype=float).tolist(),
            ))
with gzip.GzipFile("cases.json.gz", "wb", mtime=0) as file:
    file.write(json.dumps(cases, separators=(",", ":")).encode())
